import { beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '../../support/admin-routes.ts'
import { makeProduct, sql } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { readPublished } from '../../support/published.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { kinds } from '../../support/writes.ts'

let world: World
const ids: Record<string, number> = {}
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Fixed' })
  for (const { key, make } of kinds) ids[key] = (await make(world, {})).id
})

const tables = ['products', 'apps', 'signals', 'insights', 'economics', 'decisions', 'tasks', 'canon_rules']
async function stored() {
  const all = [...tables, 'history', 'idempotency_keys']
  return Promise.all(all.map((table) => sql(world, `select * from ${table} order by 1`)))
}

describe.each(kinds)('a dry run of a $key', ({ key, path, body, changes, requiredTexts }) => {
  const sent = key === 'product' ? { ...body, name: 'Dry' } : body

  it('returns 200 with the record that would be created, and stores nothing', async () => {
    const before = await stored()
    const rejected = await world.send('POST', `${path}?dry_run=0`, { ...sent, nonsense: 1 })
    const rejectedDryRun = await world.send('POST', `${path}?dry_run=1`, { ...sent, nonsense: 1 })
    expect(rejected.status).toBe(422)
    expect([rejectedDryRun.status, rejectedDryRun.body.errors]).toEqual([422, rejected.body.errors])
    const { status, body: answer, headers } = await world.send('POST', `${path}?dry_run=true`, sent)
    expect(status).toBe(200)
    expect(answer).toMatchObject({ dry_run: true, message: `${sentenceName(key)} would be created.` })
    expect(answer[key]).not.toHaveProperty('id')
    expect([headers.location, headers.etag]).toEqual([undefined, undefined])
    expect(await stored()).toEqual(before)
  })

  it.runIf(changes)('returns the record as it would be changed, and changes nothing', async () => {
    const before = await stored()
    const [field] = Object.keys(requiredTexts)
    const one = `${path}/${ids[key]}`
    const {
      status,
      body: answer,
      headers,
    } = await world.send('PATCH', `${one}?dry_run=1`, { [field!]: 'Dry' })
    expect([status, answer.dry_run, headers.etag]).toEqual([200, true, undefined])
    expect(answer).toMatchObject({
      message: `${sentenceName(key)} would be updated.`,
      [key]: { id: ids[key], [field!]: 'Dry' },
    })
    expect((await world.send('PATCH', `${path}/99999?dry_run=1`, {})).status).toBe(404)
    const stale = await world.send('PATCH', `${one}?dry_run=1`, {}, { 'if-match': '"stale"' })
    expect(stale.status).toBe(412)
    expect(await stored()).toEqual(before)
  })
})

it('returns the tasks of a decision without ids, and the ids of existing records', async () => {
  const { path, body } = kinds.find(({ key }) => key === 'decision')!
  const evidence = [{ type: 'signal', id: ids.signal }]
  const tasks = [{ title: 'Dry', blocked_by: ids.task, evidence }]
  const { decision } = (await world.send('POST', `${path}?dry_run=1`, { ...body, evidence, tasks })).body
  expect(decision).toMatchObject({ product_id: expect.any(Number), evidence, tasks })
  expect(decision.tasks[0]).not.toHaveProperty('id')
  expect(decision.tasks[0]).not.toHaveProperty('product_decision_id')
})

it('returns the ids of similar records', async () => {
  const { path, body } = kinds.find(({ key }) => key === 'signal')!
  const { similar } = (await world.send('POST', `${path}?dry_run=1`, { ...body, title: 'Signal' })).body
  expect(similar).toMatchObject([{ id: ids.signal, title: 'Signal' }])
})

it('is documented with the record that would be created', async () => {
  const { components, paths } = (await readPublished(world.app)).document
  for (const { key, path } of kinds) {
    const { responses } = paths[path].post
    const [created, dryRun] = ['201', '200'].map((status) => {
      const { schema } = responses[status].content['application/json']
      return components.schemas[schema.properties[key].$ref.split('/').at(-1)]
    })
    expect(Object.keys(created.properties)).toEqual(['id', ...Object.keys(dryRun.properties)])
    expect(responses['200'].description).toContain('dry_run=1')
  }
})

it('returns 422 when the name is taken', async () => {
  const { path } = kinds[0]
  const { status, body } = await world.send('POST', `${path}?dry_run=1`, {
    direction_slug: 'utilities',
    name: 'FIXED',
  })
  expect([status, body.errors.name]).toEqual([422, ['The name has already been taken.']])
})

// The name of a kind of record at the start of a sentence.
function sentenceName(key: string): string {
  return key === 'rule' ? 'Canon rule' : key[0]!.toUpperCase() + key.slice(1)
}

it('a misspelled dry run of the portfolio is rejected by every route that writes, and stores nothing', async () => {
  const writes = allRoutes(world).filter(
    ({ method, path }) => !['GET', 'HEAD'].includes(method) && path.startsWith('/api/portfolio/'),
  )
  expect(writes.length).toBeGreaterThan(15)
  const before = await stored()
  for (const { method, path } of writes) {
    const address = path.replaceAll(/:\w+/g, '1')
    const { status, body } = await world.send(method as 'POST', `${address}?dryrun=1`, {})
    expect([method, path, status, body.errors?.dryrun]).toEqual([
      method,
      path,
      422,
      [expect.stringMatching(/^The dryrun field is prohibited\. Allowed: dry_run(, reason)?\.$/)],
    ])
  }
  const [{ path, body }] = kinds
  const valid = await world.send('POST', `${path}?dryrun=1`, { ...body, name: 'Misspelled' })
  expect([valid.status, valid.body.errors]).toEqual([
    422,
    { dryrun: ['The dryrun field is prohibited. Allowed: dry_run, reason.'] },
  ])
  expect(await stored()).toEqual(before)
})

it('the other APIs ignore an unknown parameter of a write and list it in warnings', async () => {
  const { send } = await makePerson(world)
  const { status, body } = await send('POST', '/companies?dryrun=1', { name: 'Warned' })
  const warnings = [{ field: 'dryrun', message: expect.stringContaining('unknown') }]
  expect([status, body.warnings]).toEqual([201, warnings])
  const changed = await send('PATCH', `/companies/${body.data.id}?dryrun=1`, { name: 'Again' })
  expect([changed.status, changed.body.warnings]).toEqual([200, warnings])
})
