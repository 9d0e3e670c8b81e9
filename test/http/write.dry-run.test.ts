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

describe.each(kinds)('a dry run of a $key', ({ key, path, body, changes, needed }) => {
  const sent = key === 'product' ? { ...body, name: 'Dry' } : body

  it('answers what would be created, by 200, and stores nothing', async () => {
    const before = await stored()
    const wet = await world.send('POST', `${path}?dry_run=0`, { ...sent, nonsense: 1 })
    const refused = await world.send('POST', `${path}?dry_run=1`, { ...sent, nonsense: 1 })
    expect([refused.status, refused.body.errors]).toEqual([wet.status, wet.body.errors])
    const { status, body: answer, headers } = await world.send('POST', `${path}?dry_run=true`, sent)
    expect(status).toBe(200)
    expect(answer).toMatchObject({ dry_run: true, message: expect.stringMatching(/created\.$/) })
    expect(answer[key].id).toEqual(expect.any(Number))
    expect([headers.location, headers.etag]).toEqual([undefined, undefined])
    expect(await stored()).toEqual(before)
  })

  it.runIf(changes)('answers what would be changed, and changes nothing', async () => {
    const before = await stored()
    const [field] = Object.keys(needed)
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

it('is refused where the real thing would be: a name that is taken', async () => {
  const { path } = kinds[0]
  const { status, body } = await world.send('POST', `${path}?dry_run=1`, {
    direction_slug: 'utilities',
    name: 'FIXED',
  })
  expect([status, body.errors.name]).toEqual([422, ['The name has already been taken.']])
})
