import { beforeAll, describe, expect, test } from 'vitest'
import type { Control } from '../../../../http/admin/form/controls.ts'
import { filterControls } from '../../../../http/admin/list/filters.ts'
import type { RecordPages, Row } from '../../../../http/admin/record/record.ts'
import { allRecords } from '../../../../http/admin/records/index.ts'
import { enumerationOf, isScale } from '../../../../src/record/rules/enumeration.ts'
import { type AdminWorld, anyAdmin, makeAdminWorld } from '../../../support/admin-world.ts'
import { escaped } from '../../../support/form-fields.ts'
import { sql } from '../../../support/makers.ts'

let world: AdminWorld
beforeAll(async () => {
  world = await makeAdminWorld()
})

test('every record of this world has pages, and the pages have records in it', () => {
  expect(allRecords.map(({ collection }) => collection).sort()).toEqual(Object.keys(world.made).sort())
})

describe.each(allRecords.map((pages) => [pages.collection, pages] as const))('%s', (collection, pages) => {
  const address = `/admin/${collection}`
  const first = () => world.made[collection]?.[0] as number
  test('the list and the page show stored markup as text', async () => {
    const list = await world.admin.get(address)
    expect(list.status).toBe(200)
    const page = await world.admin.get(`${address}/${first()}`)
    expect(page.status).toBe(200)
    for (const { body } of [list, page]) {
      expect(body).toContain(escaped)
      expect(body).not.toContain('<script>alert')
    }
  })

  test('the list is sorted by each of its columns, with null last, and by the times of a record', async () => {
    const { body } = await world.admin.get(address)
    const linked = [...body.matchAll(/\?sort=-?(\w+)"/g)].map(([, name]) => String(name))
    const lists = ['abilities', 'scopes', 'direct', 'recent_writes']
    expect(linked).toEqual(pages.columns.filter((name) => !lists.includes(name)))
    const rows = await rowsOf(pages)
    const times = ['created_at', 'updated_at'].filter((name) => name in pages.schema.shape)
    const columns = new Set([...linked, ...times, 'id'])
    expect(rows.size).toBeGreaterThan(2)
    for (const column of columns)
      for (const sort of [column, `-${column}`]) {
        const { status, body } = await world.admin.get(`${address}?sort=${sort}`)
        expect(status, sort).toBe(200)
        if (linked.includes(column))
          expect(body).toContain(`aria-sort="${sort === column ? 'ascending' : 'descending'}"`)
        const values = idsIn(body).map((id) => sortValue(pages, column, rows.get(id)?.[column]))
        expect(values.length, sort).toBe(rows.size)
        // The order of the random part of a token depends on the collation of the database.
        if (column === 'display') continue
        expect(inOrder(values, sort.startsWith('-')), `${sort}: ${values}`).toBe(true)
      }
  })

  test('a filter that cannot be stored in the database is no error of the server', async () => {
    for (const { name } of filterControls(pages))
      for (const list of [address, `${address}.csv`])
        expect([list, name, (await world.admin.get(`${list}?${name}=a%00`)).status]).not.toContain(500)
  })

  test('every link to a section leads to a section of the page', async () => {
    const { body } = await world.admin.get(`${address}/${first()}`)
    for (const [, id] of body.matchAll(/href="#([\w-]+)"/g)) expect(body).toContain(`id="${id}"`)
  })

  test.runIf(pages.list.cursorOf)('the list is paged by cursor', async () => {
    const all = idsIn((await world.admin.get(address)).body)
    const first = await world.admin.get(`${address}?per_page=1`)
    const next = /rel="next" href="([^"]+)"/.exec(first.body)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(next).toContain('cursor=')
    const second = await world.admin.get(next)
    expect([...idsIn(first.body), ...idsIn(second.body)]).toEqual(all.slice(0, 2))
  })

  test('every filter has a control that works, and every preset uses some of them', async () => {
    const { body } = await world.admin.get(address)
    const names = filterControls(pages).map(({ name }) => name)
    for (const { query } of pages.presets ?? [])
      expect(names).toEqual(expect.arrayContaining(Object.keys(query)))
    const rows = await rowsOf(pages)
    for (const control of filterControls(pages)) {
      expect(body).toContain(`name="${control.name}"`)
      for (const value of filterValues(control)) {
        const query = new URLSearchParams({ [control.name]: value })
        const filtered = await world.admin.get(`${address}?${query}`)
        expect(filtered.status, String(query)).toBe(200)
        const expected = matching(rows, control.name, value)
        if (expected) expect(idsIn(filtered.body).sort(), String(query)).toEqual(expected.sort())
      }
      if (control.kind !== 'choice') continue
      const wrong = await world.admin.get(`${address}?${control.name}=wrong`)
      expect(wrong.status).toBe(422)
      expect(wrong.body).toContain(`aria-describedby="error-${control.name}"`)
    }
  })
})

// A scale is sorted by degree, a reference by its name.
function sortValue({ schema }: RecordPages, column: string, value: unknown): unknown {
  const enumeration = enumerationOf(schema.shape[column])
  if (enumeration && isScale(enumeration) && value !== null)
    return Object.keys(enumeration).indexOf(String(value))
  return typeof value === 'object' && value !== null ? (value as Row).name : value
}

test('a list that is sorted by severity has critical first or last, on every page', async () => {
  await sql(
    world,
    `insert into signals (signal_type, severity, title, credential, created_by, updated_by)
      select 'risk', severity, 'Sorted', '', '{}', '{}'
      from generate_series(1, 2), unnest('{medium,critical,low,high}'::text[]) as severity`,
  )
  const severities = async (sort: string, page: number) => {
    const query = `q=sorted&sort=${sort}&per_page=5&page=${page}`
    const { body } = await world.admin.get(`/admin/signals?${query}`)
    return [...body.matchAll(/title="Show only (Low|Medium|High|Critical)"/g)].map(([, name]) => name)
  }
  const ascending = ['Low', 'Low', 'Medium', 'Medium', 'High', 'High', 'Critical', 'Critical']
  for (const [sort, expected] of [
    ['severity', ascending],
    ['-severity', ascending.toReversed()],
  ] as const)
    expect([...(await severities(sort, 1)), ...(await severities(sort, 2))]).toEqual(expected)
})

test('an alias of a filter is shown in the control of that filter', async () => {
  const { status, body } = await world.admin.get('/admin/apps?product_binding_status=unbound')
  expect(status).toBe(200)
  expect(body).toMatch(/name="binding"[\s\S]*?<option value="unbound" selected/)
  expect(body).toContain('Remove the filter </span>Binding: Unbound')
})

test('a page after the last one says so and links to the first', async () => {
  const { status, body } = await world.admin.get('/admin/products?sort=name&page=9999')
  expect(status).toBe(200)
  expect(body).toContain('3 products')
  expect(body).toMatch(/This page is after the last one\. <a href="\/admin\/products\?sort=name">First page</)
  expect(body).not.toMatch(/There are no|Page 9,999/)
})

test.each([
  ['/admin/clicks?cursor=abc', 'The selected cursor is invalid.'],
  ['/admin/products?portfolio_status=zzz', 'The selected status is invalid.'],
  ['/admin/clicks?date_from=2026-11-02&date_to=2026-11-01', 'id="error-date_to"'],
  ['/admin/applications?without_owner=1&owner_id=1', 'id="error-without_owner"'],
  ['/admin/products?page=0', 'The page field must be at least 1.'],
  ['/admin/products?per_page=x', 'The per page field must be an integer.'],
  ['/admin/directions?sort=color', 'The selected sort is invalid.'],
])('%s is 422 with the message', async (path, message) => {
  const { status, body } = await world.admin.get(path)
  expect(status).toBe(422)
  expect(body).toContain(message)
  expect(body).not.toMatch(/class="(empty|summary|table|pager)"/)
})

function inOrder(values: unknown[], descending: boolean): boolean {
  const known = values.filter((value) => value !== null)
  if (values.slice(0, known.length).includes(null)) return false
  return known.every(
    (value, index) => index === 0 || compare(known[index - 1], value) * (descending ? -1 : 1) <= 0,
  )
}

function compare(one: unknown, other: unknown): number {
  return typeof one === 'string' ? one.localeCompare(String(other)) : Number(one) - Number(other)
}

const references: Record<string, string> = { product_slug: 'gamma', direction_slug: 'utilities' }

function filterValues({ name, kind, options = [], collection = '' }: Control): string[] {
  if (kind === 'choice')
    return [options[0], options.at(1), options.at(-1)].map((option) => option?.value ?? '')
  if (kind === 'boolean') return ['0', '1']
  if (kind === 'agent') return ['me']
  if (kind === 'person') return [world.people.manager.name]
  if (kind === 'date') return ['2026-01-02']
  if (kind === 'url') return ['https://beta.test']
  if (kind === 'integer') return ['5']
  if (name === 'country') return ['DE']
  if (name === 'language') return ['en']
  if (kind === 'reference') return [references[name] ?? String(world.made[collection]?.[0] ?? 1)]
  return ['alpha', 'no such text']
}

async function rowsOf({ list }: RecordPages): Promise<Map<number, Row>> {
  const query = { page: 1, per_page: 100, with_total: false }
  const { rows } = await list.run(world.app.read, query as never, anyAdmin)
  return new Map(rows.map((row) => [row.id, row]))
}

function idsIn(body: string): number[] {
  return [...body.matchAll(/<th scope="row"[^>]*><a href="[^"]*\/(\d+)"/g)].map(([, id]) => Number(id))
}

// Returns the ids of the rows with a value, where the filter has the name of a field.
function matching(rows: Map<number, Row>, name: string, value: string): number[] | undefined {
  const wanted = { '0': 'false', '1': 'true' }[value]
  const field = (row: Row) => (row[name.replace(/_id$/, '')] as Row | null)?.id ?? row[name]
  const values = [...rows].map(([id, row]) => ({ id, value: field(row) }))
  // A direction is also that of the product, and some fields are searched for a part.
  if (values.every((row) => row.value === undefined) || ['direction_slug', 'name'].includes(name))
    return undefined
  return values.filter((row) => [value, wanted].includes(String(row.value))).map(({ id }) => id)
}
