import { request as httpRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { lockTable } from '../../support/hold.ts'
import { makePerson, type TestUser, v1 } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let manager: TestUser
let ids: { app_id: number; company_id: number }

beforeAll(async () => {
  world = await makeWorld()
  manager = await makePerson(world, 'manager')
  const app = { name: 'Fit', platform: 'ios', status: 'active' }
  ids = {
    company_id: (await manager.send('POST', '/companies', { name: 'Adnet' })).body.data.id,
    app_id: (await manager.send('POST', '/applications', app)).body.data.id,
  }
})

const bulk = '/analytics/clicks/bulk'
// Two of these bodies are within the limit of 8 MiB, three are not.
const large = (day: number) =>
  JSON.stringify({ rows: [{ date: `2026-01-0${day}`, ...ids, clicks: 1 }], note: 'x'.repeat(4_000_000) })
const company = (name: string, length: number) => ({
  name,
  description: 'x'.repeat(5000),
  note: 'x'.repeat(length),
})

it('lets a large body wait until there is memory for it, and a small one not', async () => {
  const lock = await lockTable(world.url, 'clicks')
  const first = [1, 2].map((day) => manager.send('POST', bulk, large(day)))
  await lock.waitForBlocked(2)
  let answered = false
  const third = manager.send('POST', '/companies', company('Large', 1_000_000)).finally(() => {
    answered = true
  })
  expect((await manager.send('POST', '/companies', company('Small', 10_000))).status).toBe(201)
  await sleep(100)
  expect(answered).toBe(false)
  await lock.release()
  expect((await Promise.all(first)).map(({ body }) => body.created)).toEqual([1, 1])
  expect((await third).status).toBe(201)
})

it('counts a body whose client is gone, until its request ends', async () => {
  const address = await world.app.listen({ port: 0 })
  const lock = await lockTable(world.url, 'clicks')
  const headers = { authorization: `Bearer ${manager.token}`, 'content-type': 'application/json' }
  for (const day of [3, 4]) {
    const request = httpRequest(`${address}${v1}${bulk}`, { method: 'POST', headers })
    request.on('error', () => undefined).end(large(day))
    await lock.waitForBlocked(day - 2)
    request.destroy()
  }
  let answered = false
  const third = manager.send('POST', bulk, large(5)).finally(() => {
    answered = true
  })
  await sleep(100)
  expect(answered).toBe(false)
  await lock.release()
  expect((await third).body.created).toBe(1)
})

it('is free again after requests that were rejected', async () => {
  const malformed = `{"note":"${'x'.repeat(4_000_000)}"`
  for (let count = 0; count < 4; count += 1) {
    expect((await manager.send('POST', bulk, malformed)).status).toBe(400)
    expect((await manager.send('POST', bulk, { rows: [], note: 'x'.repeat(4_000_000) })).status).toBe(422)
  }
})
