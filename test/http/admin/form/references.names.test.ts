import { beforeAll, describe, expect, it } from 'vitest'
import { type Control, formControls } from '../../../../http/admin/form/controls.ts'
import { filterControls } from '../../../../http/admin/list/filters.ts'
import { allRecords, pagesOf } from '../../../../http/admin/records/index.ts'
import { recordCatalog } from '../../../../src/catalog/record-catalog.ts'
import { type AdminWorld, makeAdminWorld } from '../../../support/admin-world.ts'
import { sql } from '../../../support/makers.ts'

// Of each kind of record that a control refers to, the second one has the id of the first one as its name.
let world: AdminWorld
const nameOf = (collection = '') => String(world.made[collection]?.[0])

const references = (controls: Control[]) => controls.filter(({ kind }) => kind === 'reference')
const uses = allRecords.flatMap((pages) => [
  ...references(filterControls(pages)).map((control) => ({ control, pages, isFilter: true })),
  ...(pages.create ? references(formControls(pages.create.body)) : []).map((control) => ({
    control,
    pages,
    isFilter: false,
  })),
])

beforeAll(async () => {
  world = await makeAdminWorld()
  for (const collection of new Set(uses.map(({ control }) => String(control.collection)))) {
    const { table, title } =
      recordCatalog.get(pagesOf(collection).historyType) ?? expect.unreachable(collection)
    const second = world.made[collection]?.[1]
    await sql(world, `update ${table} set ${title} = $1 where id = $2`, nameOf(collection), second)
  }
})

async function answerTo({ control, pages, isFilter }: (typeof uses)[number], text: string) {
  const address = `/admin/${pages.collection}`
  const { status, body } = isFilter
    ? await world.admin.get(`${address}?${control.name}=${encodeURIComponent(text)}`)
    : await world.admin.post(`${address}/new`, { [control.name]: text })
  const error = new RegExp(`id="error-${control.name}"[^>]*>([^<]*)<`).exec(body)?.[1]
  const value = new RegExp(`<input[^>]*value="([^"]*)"[^>]* name="${control.name}"`).exec(body)?.[1]
  return { status, error, value }
}

describe('a reference control', () => {
  it.each(uses.map((use) => [`${use.pages.collection} ${use.control.name}`, use] as const))(
    'refuses a name that is the id of another record, and takes the suggestion: %s',
    async (_, use) => {
      const { collection = '' } = use.control
      const text = nameOf(collection)
      const typed = await answerTo(use, text)
      expect(typed).toMatchObject({ status: 422, value: text })
      expect(typed.error).toContain(`“${text}” may mean several records: `)
      const { body } = await world.admin.get(`/admin/suggestions/${collection}?q=${text}`)
      const suggested = (JSON.parse(body) as { value: string }[]).map(({ value }) => value)
      const chosen = suggested.find((value) => value.startsWith(`${text} (`))
      if (!chosen) expect.unreachable(`${text}: ${suggested}`)
      expect(await answerTo(use, chosen)).toMatchObject({ value: chosen, error: undefined })
    },
  )
})
