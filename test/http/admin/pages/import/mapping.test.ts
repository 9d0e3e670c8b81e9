import { beforeAll, describe, expect, it } from 'vitest'
import { type ImportKindName, importKinds } from '../../../../../src/portfolio/import/import-kinds.ts'
import { generateSecret } from '../../../../../src/record/token-format.ts'
import { type Browser, signIn } from '../../../../support/admin.ts'
import { options, uploadCsv } from '../../../../support/csv-upload.ts'
import { escaped, hostile } from '../../../../support/form-fields.ts'
import { makeApp, sql } from '../../../../support/makers.ts'
import { makePerson, type TestUser } from '../../../../support/people.ts'
import { uploaderOf } from '../../../../support/upload.ts'
import { makeWorld, type World } from '../../../../support/world.ts'

const positions = '/admin/keyword-positions/import'
let world: World
let people: TestUser[]
let [anna, boris]: Browser[] = []
let slug: string
beforeAll(async () => {
  world = await makeWorld()
  people = [await makePerson(world, 'manager'), await makePerson(world, 'manager')]
  ;[anna, boris] = await Promise.all(people.map((person) => signIn(world, person)))
  await sql(world, 'update users set name = $1 where email = $2', hostile, people[1]?.email)
  slug = (await makeApp(world)).slug
})

const { upload } = uploaderOf(() => world)
const uploadAs = (browser: Browser | undefined, content: string | Buffer, path = positions) =>
  upload(browser as Browser, path, content)
const formOf = (body: string) => /action="([^"]+\/mapping)"/.exec(body)?.[1] ?? expect.fail('No mapping step')
const previewOf = (body: string) =>
  /action="([^"]+\/import\/\d+)"/.exec(body)?.[1] ?? expect.fail('No preview')

async function stored(keyword: string) {
  return sql(
    world,
    `select position, country, date::text from keyword_positions where keyword = $1 order by date`,
    keyword,
  )
}

it('maps the columns of a file with other names, once for all files with the same columns', async () => {
  const file = (keyword: string) =>
    `\uFEFFОтчёт\r\n\r\n${hostile};Запрос;Country;Позиция\r\nx;${keyword};DE;4\r\ny;${keyword};FR;0\r\n`
  const step = await uploadAs(anna, Buffer.from(file('отчёт'), 'utf16le'))
  expect(step.status).toBe(200)
  expect(step.body).not.toContain('<script>alert')
  const columns = [`1:${escaped}`, '2:Запрос', '3:Country', '4:Позиция']
  expect(options(step.body, 'keyword')).toEqual([':No column', ...columns])
  expect(options(step.body, 'country')).toEqual([
    ':No column',
    ...columns.map((text) => (text === '3:Country' ? `${text}*` : text)),
  ])
  expect(options(step.body, 'fixed_platform')[1]).toMatch(/^Android:Android/)
  expect(step.body).toMatch(/data-suggest="\/admin\/suggestions\/apps"[^>]*name="fixed_app_slug"/)
  expect(step.body).toMatch(/<input type="date"[^>]*name="fixed_date"/)
  expect(step.body).toContain('<button class="primary">Preview</button>')
  expect(step.body).not.toContain('name="date_order"')
  expect(step.body).not.toContain('name="mapping"')

  const incomplete = await anna?.post(formOf(step.body), {
    keyword: '2',
    country: '9',
    position: '4',
    fixed_app_slug: 'nothing',
  })
  expect(incomplete?.status).toBe(422)
  for (const message of [
    'Choose a column, or enter a fixed value.',
    'The selected country is invalid.',
    'The selected app is invalid.',
  ])
    expect(incomplete?.body).toContain(message)
  expect(options(incomplete?.body ?? '', 'keyword')).toContain('2:Запрос*')

  const mapping = {
    keyword: '2',
    country: '3',
    position: '4',
    fixed_app_slug: slug,
    fixed_date: '2026-11-02',
  }
  const saved = await anna?.post(formOf(step.body), mapping)
  expect([saved?.status, saved?.location]).toEqual([303, formOf(step.body).replace('/mapping', '')])
  const preview = await anna?.get(saved?.location ?? '')
  expect(preview?.body).toContain(`<code>${escaped}</code>`)
  await anna?.post(previewOf(preview?.body ?? ''))
  expect(await stored('отчёт')).toMatchObject([{ position: 4, country: 'DE', date: '2026-11-02' }])

  const next = await uploadAs(anna, file('другой'))
  expect(options(next.body, 'keyword')).toContain('2:Запрос*')
  expect(next.body).toContain(`value="${slug}"`)
  expect(options(next.body, 'mapping')).toEqual([])

  const others = await uploadAs(boris, file('третий'))
  const [none, choice = '', ...rest] = options(others.body, 'mapping')
  expect([none, rest]).toEqual([':None', []])
  expect(choice).toMatch(new RegExp(`^\\d+:${people[0]?.name}, \\d{1,2} [A-Z][a-z]{2,3} \\d{4}$`))
  const chosen = await boris?.post(formOf(others.body), { mapping: choice.split(':')[0] ?? '' })
  await boris?.post(chosen?.location ?? '')
  expect(await stored('третий')).toMatchObject([{ position: 4, country: 'DE', date: '2026-11-02' }])
  expect(options((await uploadAs(anna, file('x'))).body, 'mapping')[1]).toContain(escaped)
})

it('asks for the order of day and month only where the days leave it in doubt', async () => {
  const file = (...days: string[]) =>
    ['Key,App,Land,Pos,Tag', ...days.map((day) => `${day},${slug},DE,1,${day}`)].join('\n')
  const mapping = { keyword: '1', app_slug: '2', country: '3', position: '4', date: '5' }
  const settled = await uploadAs(anna, file('03/04/2026', '13/04/2026'))
  expect(settled.body).not.toContain('name="date_order"')
  const { location = '' } = (await anna?.post(formOf(settled.body), mapping)) ?? {}
  await anna?.post(location)
  expect(await stored('03/04/2026')).toMatchObject([{ date: '2026-04-03' }])

  const doubtful = await uploadAs(boris, file('03/05/2026'))
  expect(options(doubtful.body, 'date_order').map((option) => option.split(':')[0])).toEqual([
    '',
    'dmy',
    'mdy',
  ])
  expect((await boris?.post(formOf(doubtful.body), mapping))?.status).toBe(422)
  const answered = await boris?.post(formOf(doubtful.body), { ...mapping, date_order: 'mdy' })
  await boris?.post(answered?.location ?? '')
  expect(await stored('03/05/2026')).toMatchObject([{ date: '2026-03-05' }])
})

it('passes the step over if every field is mapped by its name or label, and it can be changed then', async () => {
  const { body } = await uploadAs(
    anna,
    `App;Keyword;COUNTRY;Position;Date;Note\n${slug};label;DE;7;2026-01-05;x`,
  )
  expect(previewOf(body)).toBeDefined()
  const change = await anna?.get(`${previewOf(body)}/mapping`)
  expect(options(change?.body ?? '', 'app_slug')).toContain('1:App*')
  await anna?.post(formOf(change?.body ?? ''), { ...names(5), fixed_country: 'FR' })
  await anna?.post(previewOf(body))
  expect(await stored('label')).toMatchObject([{ country: 'FR', date: '2026-01-05' }])
  expect((await anna?.post(`${previewOf(body)}/mapping`, names(5)))?.status).toBe(409)
})

const names = (count: number) =>
  Object.fromEntries(
    ['app_slug', 'keyword', 'country', 'position', 'date']
      .slice(0, count)
      .map((name, index) => [name, `${index + 1}`]),
  )

it('stores the columns that are days as values of those days', async () => {
  const wide = await uploadAs(
    anna,
    `App,Keyword,Country,01.02.2026,02.02.2026,13.02.2026\n${slug},wide,DE,5,,7\n`,
  )
  await anna?.post(previewOf(wide.body))
  expect(await stored('wide')).toEqual([
    { position: 5, country: 'DE', date: '2026-02-01' },
    { position: null, country: 'DE', date: '2026-02-02' },
    { position: 7, country: 'DE', date: '2026-02-13' },
  ])
  const dated = `App,Keyword,Country,Position,Date,01.02.2026,02.02.2026\n${slug},dated,DE,5,2026-03-01,1,1\n`
  await anna?.post(previewOf((await uploadAs(anna, dated)).body))
  expect(await stored('dated')).toMatchObject([{ date: '2026-03-01' }])

  const truth = '/admin/store-truth/import'
  const prices = await uploadAs(anna, `App,2026-02-01,2026-02-02\n${slug},1.99,\n`, truth)
  const { body = '' } = (await anna?.get(`${previewOf(prices.body)}/mapping`)) ?? {}
  expect(options(body, 'day_values')).toContain('rating:Rating*')
  await anna?.post(formOf(body), { app_slug: '1', day_values: 'price' })
  await anna?.post(previewOf(prices.body))
  expect(await sql(world, 'select price, rating, date::text from store_truth')).toEqual([
    { price: '1.99', rating: null, date: '2026-02-01' },
  ])
})

it('limits the lines that a file with many days becomes', async () => {
  const days = Array.from({ length: 1990 }, (_, n) =>
    new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10),
  )
  const line = `\n${slug},k,DE${',1'.repeat(days.length)}`
  const { status, body } = await uploadAs(anna, `App,Keyword,Country,${days}${line.repeat(26)}`)
  expect(status).toBe(200)
  expect(options(body, 'position')).toHaveLength(1994)
  const sent = await anna?.post(formOf(body), { app_slug: '1', keyword: '2', country: '3' })
  expect([sent?.status, sent?.body.includes('26 lines with 1,990 days are 51,740 lines.')]).toEqual([
    422,
    true,
  ])
})

describe('the columns of a file', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await signIn(world, await makePerson(world, 'manager'))
  })

  const upload = (kind: string, content: string) => uploadCsv(world, browser, kind, content)

  it('shows no credential of a file, in its header or in its cells', async () => {
    const secret = generateSecret('pft')
    const { body, action } = await upload(
      'keyword-positions',
      `App,${secret},Keyword\nnone,x,Bearer ${secret}\n`,
    )
    expect(options(body, 'keyword')).toContain('2:Column 2 (not shown)')
    expect(body).toMatch(/<td>x<\/td>\s*<td><span class="absent">not shown<\/span><\/td>/)
    const mapping = { app_slug: '1', keyword: '3', fixed_country: 'DE', fixed_position: '1' }
    await browser.post(`${action}/mapping`, { ...mapping, fixed_date: '2026-01-05' })
    const preview = (await browser.get(action)).body
    expect(preview).toMatch(/are unknown and are ignored:\s*<span class="absent">not shown<\/span>/)
    const rejected = (await browser.get(`${action}/rejected.csv`)).body
    expect(rejected).toBe(`\uFEFFApp,,Keyword\r\nnone,x,\r\n`)
    expect(body + preview).not.toContain(secret)
  })

  it('says of a missing value that it is not in the file', async () => {
    const { body } = await upload('apps', 'name,direction_slug\nNew,utilities\n')
    expect(body).toMatch(
      /<td><code>platform<\/code><\/td>\s*<td><span class="absent">not in the file<\/span><\/td>\s*<td>The platform field is required/,
    )
  })

  it.each(Object.keys(importKinds) as ImportKindName[])(
    'maps a column of %s with the name of a field before one with its label, and neither of two with the same name',
    async (kind) => {
      const page = await browser.get(`/admin/${kind}/import/template.csv`)
      const fields = page.body.trim().replace('\uFEFF', '').split(',')
      const stepOf = async (header: string[]) => {
        const { action } = await upload(kind, `${header}\n${header.map(() => 'x')}\n`)
        return (await browser.get(`${action}/mapping`)).body
      }
      const plain = await stepOf(fields)
      const labelOf = (name: string) =>
        new RegExp(`<label for="field-${name}">([^<]+)`).exec(plain)?.[1] ?? ''
      const labelled = fields.filter((name) => labelOf(name).toLowerCase().replace(/[ -]/g, '_') !== name)
      expect(labelled).not.toEqual([])
      const header = [...labelled.map(labelOf), ...fields]
      const both = await stepOf(header)
      const chosen = (body: string, name: string) =>
        options(body, name).filter((option) => option.endsWith('*'))
      for (const name of labelled)
        expect(chosen(both, name)).toEqual([`${labelled.length + fields.indexOf(name) + 1}:${name}*`])
      const [first = ''] = labelled
      expect(chosen(await stepOf([labelOf(first), first, 'x', first]), first)).toEqual([])
    },
  )
})
