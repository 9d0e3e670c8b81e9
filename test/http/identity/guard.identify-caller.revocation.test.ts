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

describe('a credential', () => {
  it('is looked up once for each request, together with the snapshot of a cached answer', async () => {
    const { headers } = await makeToken(world)
    const get = () => world.send('GET', `${root}/tasks`, undefined, headers)
    await get()
    const repeated = async () => (await statementsOf(get)).map((text) => text.includes('from "tokens"'))
    await expect.poll(repeated).toEqual([true])
  })

  it('is rejected at once after another process revoked it', async () => {
    const { headers, id } = await makeToken(world)
    const status = async () => (await world.send('GET', `${root}/tasks`, undefined, headers)).status
    for (let times = 0; times < 3; times++) expect(await status()).toBe(200)
    await query(world.url, `update tokens set revoked_at = now() where id = ${id}`)
    expect(await status()).toBe(403)
  })

  it('is rejected at once after this process revoked it', async () => {
    const person = await makePerson(world)
    for (let times = 0; times < 3; times++)
      expect((await person.send('GET', '/applications')).status).toBe(200)
    expect((await person.send('DELETE', '/auth/token')).status).toBe(204)
    expect((await person.send('GET', '/applications')).status).toBe(401)
  })

  it.each(['truncate tokens cascade', 'delete from users', `update users set status = 'blocked'`])(
    'is rejected at once after: %s',
    async (statement) => {
      const other = await makeWorld()
      const person = await makePerson(other)
      const status = async () => (await person.send('GET', '/applications')).status
      for (let times = 0; times < 3; times++) expect(await status()).toBe(200)
      await query(other.url, statement)
      expect(await status()).toBe(401)
    },
  )
})
