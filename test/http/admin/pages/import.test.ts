import { beforeAll, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { escaped, hostile } from '../../../support/form-fields.ts'
import { makeApp, makeProduct, sql } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
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

/** Sends a file as a browser sends it. */
async function upload(content: string, csrf?: string) {
  const form = await browser.get(address)
  const token = csrf ?? /name="_csrf" value="([^"]+)"/.exec(form.body)?.[1]
  const part = (disposition: string, value: string) =>
    `--boundary\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`
  const payload = `${part('name="_csrf"', `${token}`)}${part('name="file"; filename="a.csv"', content)}--boundary--\r\n`
  return send(payload, 'multipart/form-data; boundary=boundary')
}

async function send(payload: string, type: string) {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { host: 'ops.test', origin: 'http://ops.test', cookie, 'content-type': type }
  const { statusCode, body } = await world.app.inject({ method: 'POST', url: address, headers, payload })
  return { status: statusCode, body }
}

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
  expect((await send(payload, type)).status).toBe(400)
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
  await expect
    .poll(async () => (await browser.get(action)).body, { timeout: 60_000 })
    .toContain('Show the list')
  const [{ count } = {}] = await sql(
    world,
    'select count(*)::int from keyword_positions where keyword like $1',
    `${keyword}%`,
  )
  expect(count).toBe(lines.length)
})
