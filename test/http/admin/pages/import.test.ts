import { beforeAll, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { escaped, hostile } from '../../../support/form-fields.ts'
import { makeApp, makeProduct, sql } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { uploaderOf } from '../../../support/upload.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const address = '/admin/keyword-positions/import'
const header = 'app_slug;keyword;country;position;date'
let world: World
let browser: Browser
let slug: string
beforeAll(async () => {
  world = await makeWorld()
  browser = await signIn(world, await makePerson(world, 'manager'))
  const product = await makeProduct(world)
  slug = (await makeApp(world, { product_slug: product.slug })).slug
})

const uploader = uploaderOf(() => world)
const upload = (content: string, csrf?: string) => uploader.upload(browser, address, content, csrf)

it('shows what a file would do, then stores its good lines and lists the others', async () => {
  const preview = await upload(
    `\uFEFF${header}\r\n${slug};scanner;DE;3;2026-11-01\r\nno-such-app;x;DE;1;2026-11-01\r\n`,
  )
  expect(preview.status).toBe(200)
  expect(preview.body).toContain('The selected app slug is invalid.')
  expect((await browser.get('/admin/keyword-positions')).body).not.toContain('scanner')
  const [, action = ''] = /action="(\/admin\/keyword-positions\/import\/\d+)"/.exec(preview.body) ?? []
  expect((await browser.post(action)).location).toBe(action)
  expect((await browser.get(action)).body).toContain('Show the list')
  expect((await browser.get('/admin/keyword-positions')).body).toContain('scanner')
})

it('lists why a line is rejected in the language of the reader, also in a preview that is stored', async () => {
  const inRussian = { 'accept-language': 'ru' }
  const preview = await upload(
    `${header}\n${slug};twice;DE;3;2026-11-02\n${slug};TWICE;DE;4;2026-11-02\n${slug};long;DE;3;2026-11-02;6\nno-such-app;x;DE;1;2026-11-02\n`,
  )
  const [, action = ''] = /action="(\/admin\/keyword-positions\/import\/\d+)"/.exec(preview.body) ?? []
  const { body } = await browser.get(action, inRussian)
  for (const text of [
    'Импорт: позиции по ключам',
    'Строка 2 уже содержит те же значения: app_slug, keyword, country и date.',
    'Ячеек в строке: 6, а столбцов в заголовке: 5.',
    'недопустимое значение.',
    'Будет создано',
    'Отклонённые строки файлом CSV</a>: их можно исправить и загрузить снова.',
  ])
    expect(body).toContain(text)
  await browser.post(action)
  expect((await browser.get(action, inRussian)).body).toContain('Строка 2 уже содержит те же значения')
  expect((await browser.get(action)).body).toContain(
    'Line 2 has the same app_slug, keyword, country and date.',
  )
  const image = await uploader.upload(browser, address, '%PDF-1.7', undefined)
  expect(image.body).toContain('The file is a PDF document, not a CSV file.')
})

it('answers 422 to a file of another kind, and 403 without a CSRF token', async () => {
  const image = await upload('\x89PNG\r\n\x00\x00')
  expect([image.status, image.body.includes('not a CSV file')]).toEqual([422, true])
  expect((await upload(`${header}\n`, 'wrong')).status).toBe(403)
})

it.each([
  ['without a boundary', 'x', 'multipart/form-data'],
  [
    'that ends early',
    '--b\r\nContent-Disposition: form-data; name="file"\r\n',
    'multipart/form-data; boundary=b',
  ],
])('answers 400 to an upload %s', async (_, payload, type) => {
  expect((await uploader.send(browser, address, payload, type)).status).toBe(400)
})

it('shows markup in a file as text: in its cells, its columns and its name', async () => {
  const { body } = await upload(
    `${header};${hostile}\n${slug};${hostile};DE;1;2026-11-01;x\n${hostile};x;DE;1;2026-11-01;x\n`,
  )
  expect(body).toContain(`<code>${escaped}</code>`)
  expect(body).not.toContain('<script>alert')
  const [, action = ''] = /action="(\/admin\/keyword-positions\/import\/\d+)"/.exec(body) ?? []
  await browser.post(action)
  for (const path of [action, '/admin/keyword-positions'])
    expect((await browser.get(path)).body).not.toContain('<script>alert')
  expect((await browser.get('/admin/keyword-positions')).body).toContain(escaped)
})

it('imports a large file once if its button is clicked twice', async () => {
  const keyword = 'k'.repeat(100)
  const lines = Array.from({ length: 3000 }, (_, line) => `${slug};${keyword}${line};DE;1;2026-11-02`)
  const preview = await upload([header, ...lines].join('\n'))
  const [, action = ''] = /action="(\/admin\/keyword-positions\/import\/\d+)"/.exec(preview.body) ?? []
  const answers = await Promise.all([browser.post(action), browser.post(action)])
  expect(answers.map(({ status, location }) => [status, location])).toEqual([
    [303, action],
    [303, action],
  ])
  await expect.poll(async () => (await browser.get(action)).body).toContain('Show the list')
  const [{ count } = {}] = await sql(
    world,
    'select count(*)::int from keyword_positions where keyword like $1',
    `${keyword}%`,
  )
  expect(count).toBe(lines.length)
})

it.each([
  [
    'a header with a line break',
    `"App\nSlug",Keyword,Country,Position,Date\n`,
    200,
    'There is nothing to import.',
  ],
  ['a quotation mark that is not closed', `App,"Keyword,Country\n1,2,3`, 422, 'Line 1 has a quotation mark'],
  [
    'a header cell of 10,001 characters',
    `App,${'x'.repeat(10_001)}\n1,2`,
    422,
    'Line 1, the header, has a column name of 10,001',
  ],
  ['2,001 columns', `App${',x'.repeat(2000)}\n`, 422, 'has 2,001 columns'],
  ['20 MB of commas', ','.repeat(20 * 1024 * 1024), 422, 'Line 1 has more than 200,000 characters'],
])('answers with the line and the reason to a file with %s', async (_, content, status, message) => {
  const answer = await upload(content)
  expect([answer.status, answer.body.includes(message)]).toEqual([status, true])
})

it('lists the files that are not imported to the person who uploaded them, and discards them', async () => {
  const [, staged = ''] = /action="([^"]+)\/mapping"/.exec((await upload('a;b\n1;2')).body) ?? []
  const other = await signIn(world, await makePerson(world, 'manager'))
  expect((await browser.get(address)).body).toContain(`href="${staged}"`)
  expect((await other.get(address)).body).not.toContain(`href="${staged}"`)
  expect((await other.post(`${staged}/discard`)).status).toBe(404)
  expect((await other.get(`${staged}/mapping`)).status).toBe(404)
  await browser.get(address)
  expect((await browser.post(staged)).status).toBe(409)
  expect((await browser.post(`${staged}/discard`)).location).toBe(address)
  expect((await browser.get(address)).body).not.toContain(`href="${staged}"`)
})
