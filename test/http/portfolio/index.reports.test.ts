import { beforeAll, describe, expect, it } from 'vitest'
import { expectValidationErrors, makeToken } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { kinds } from '../../support/writes.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const reports = kinds.filter(({ key }) => ['signal', 'insight', 'economics'].includes(key))

// Agents report signals, insights and economics. A report always creates a new record.
describe.each(reports)('POST $path', ({ key, path, body, make }) => {
  it('creates a new record for each request and returns its Location', async () => {
    const first = await world.send('POST', path, body)
    const second = await world.send('POST', path, body)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body[key].id).toBeGreaterThan(first.body[key].id)
    expect(first.headers.location).toBe(`http://ops.test${path}/${first.body[key].id}`)
    expect(first.body.message).toBe(`${key[0]!.toUpperCase()}${key.slice(1)} created.`)
    expect(first.body[key]).toMatchObject({ ...body, external_ref: null })
    expect(first.body[key]).not.toHaveProperty('credential')
    expect((await world.send('GET', `${path}/${first.body[key].id}`)).body[key]).toMatchObject(
      first.body[key],
    )
  })

  it('returns 409 with the existing id when the same token repeats an external_ref', async () => {
    const made = await make(world, { external_ref: 'ref-1' })
    const repeated = await world.send('POST', path, { ...body, external_ref: ' ref-1 ' })
    expect(repeated.status).toBe(409)
    expect(repeated.body).toEqual({
      message: 'The external ref "ref-1" was already reported.',
      code: 'conflict',
      request_id: expect.any(String),
      existing_id: made.id,
    })
    const dryRun = await world.send('POST', `${path}?dry_run=1`, { ...body, external_ref: 'ref-1' })
    expect(dryRun.status).toBe(409)
    const { headers } = await makeToken(world)
    const other = await world.send('POST', path, { ...body, external_ref: 'ref-1' }, headers)
    expect(other.status).toBe(201)
    expect(
      (await world.send('POST', path, { ...body, external_ref: 'ref-1' }, headers)).body.existing_id,
    ).toBe(other.body[key].id)
    expect((await world.send('POST', path, { ...body, external_ref: '' })).status).toBe(201)
    const unknown = { ...body, external_ref: 'ref-1', product_slug: 'nowhere' }
    expectValidationErrors(await world.send('POST', path, unknown), {
      product_slug: 'The selected product slug is invalid.',
    })
  })
})
