import { beforeAll, expect, it } from 'vitest'
import { type ImportKindName, importKinds } from '../../../../../src/portfolio/import/import-kinds.ts'
import { generateSecret } from '../../../../../src/record/secret.ts'
import { type Browser, signIn } from '../../../../support/admin.ts'
import { options, uploadCsv } from '../../../../support/csv-upload.ts'
import { makePerson } from '../../../../support/people.ts'
import { makeWorld, type World } from '../../../../support/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  world = await makeWorld()
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
    const labelOf = (name: string) => new RegExp(`<label for="field-${name}">([^<]+)`).exec(plain)?.[1] ?? ''
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
