import { beforeAll, describe, expect, it } from 'vitest'
import { makeToken, root } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { query } from '../../support/rows.ts'
import { statementsOf } from '../../support/statements.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const withinSecond = { timeout: 1000, interval: 1 }

describe('a credential', () => {
  it('is looked up once for several requests', async () => {
    const { headers } = await makeToken(world)
    const lookups = async () => {
      const statements = await statementsOf(() => world.send('GET', `${root}/tasks`, undefined, headers))
      return statements.filter((text) => text.includes('from "tokens"')).length
    }
    await expect.poll(async () => [await lookups(), await lookups()], { timeout: 15_000 }).toEqual([0, 0])
  })

  it('is rejected within a second after another process revoked it', async () => {
    const { headers, id } = await makeToken(world)
    const status = async () => (await world.send('GET', `${root}/tasks`, undefined, headers)).status
    for (let times = 0; times < 3; times++) expect(await status()).toBe(200)
    await query(world.url, `update tokens set revoked_at = now() where id = ${id}`)
    await expect.poll(status, withinSecond).toBe(403)
  })

  it('is rejected at once after this process revoked it', async () => {
    const person = await makePerson(world)
    for (let times = 0; times < 3; times++)
      expect((await person.send('GET', '/applications')).status).toBe(200)
    expect((await person.send('DELETE', '/auth/token')).status).toBe(204)
    expect((await person.send('GET', '/applications')).status).toBe(401)
  })

  it.each(['truncate tokens cascade', 'delete from users', `update users set status = 'blocked'`])(
    'is rejected within a second after: %s',
    async (statement) => {
      const other = await makeWorld()
      const person = await makePerson(other)
      const status = async () => (await person.send('GET', '/applications')).status
      for (let times = 0; times < 3; times++) expect(await status()).toBe(200)
      await query(other.url, statement)
      await expect.poll(status, withinSecond).toBe(401)
    },
  )
})
