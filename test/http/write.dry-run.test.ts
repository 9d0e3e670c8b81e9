import { beforeAll, describe, expect, it } from 'vitest'
import { makeProduct, sql } from '../support/makers.ts'
import { makeWorld, type World } from '../support/world.ts'
import { kinds } from '../support/writes.ts'

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
    expect(answer).toMatchObject({ dry_run: true, message: expect.stringMatching(/created\.$/) })
    expect(answer[key].id).toEqual(expect.any(Number))
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
    expect([status, answer.dry_run, answer[key][field!], headers.etag]).toEqual([200, true, 'Dry', undefined])
    expect((await world.send('PATCH', `${path}/99999?dry_run=1`, {})).status).toBe(404)
    const stale = await world.send('PATCH', `${one}?dry_run=1`, {}, { 'if-match': '"stale"' })
    expect(stale.status).toBe(412)
    expect(await stored()).toEqual(before)
  })
})

it('returns 422 when the name is taken', async () => {
  const { path } = kinds[0]
  const { status, body } = await world.send('POST', `${path}?dry_run=1`, {
    direction_slug: 'utilities',
    name: 'FIXED',
  })
  expect([status, body.errors.name]).toEqual([422, ['The name has already been taken.']])
})
