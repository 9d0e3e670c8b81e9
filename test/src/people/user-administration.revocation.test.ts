import { beforeAll, describe, expect, it } from 'vitest'
import { guessableSentence, hashPassword } from '../../../src/access/password.ts'
import type { UserStatus } from '../../../src/access/person.ts'
import { type EntityManager, transact } from '../../../src/database/transaction.ts'
import { changeUser, createUser, setPassword } from '../../../src/people/user-administration.ts'
import { toFault } from '../../../src/record/database-fault.ts'
import { makePerson, operator, type TestUser, v1 } from '../../support/people.ts'
import { query } from '../../support/rows.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let address: string
beforeAll(async () => {
  // Every login counts as the attempt of another client.
  world = await makeWorld({ TRUST_PROXY: '127.0.0.1' })
  address = await world.app.listen({ host: '127.0.0.1', port: 0 })
})

const write = <T>(callback: (em: EntityManager) => Promise<T>) => transact(world.database.orm, callback)
const block = (person: TestUser, status: UserStatus) =>
  write((em) => changeUser(em, operator, { email: person.email }, { status }))

/** The status of a request with a token, over a socket. */
const statusOf = async (token: string) =>
  (await fetch(`${address}${v1}/auth/tokens`, { headers: { authorization: `Bearer ${token}` } })).status

let clients = 0
const login = async ({ email }: { email: string }, password: string) => {
  const response = await fetch(`${address}${v1}/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${++clients}` },
    body: JSON.stringify({ email, password, token_name: 'another', abilities: ['apps:read'] }),
  })
  return {
    status: response.status,
    token: ((await response.json()) as { access_token: string }).access_token,
  }
}

const historyOf = (type: string, id: number) =>
  query(
    world.url,
    `select event, actor->>'name' as actor, surface, changes from history
      where record_type = '${type}' and record_id = ${id} order by id`,
  )

describe('a new password', () => {
  it('revokes every token of the user at once, and no token of another user', async () => {
    const [person, other] = [await makePerson(world), await makePerson(world)]
    const second = await login(person, person.password)
    expect([await statusOf(person.token), await statusOf(second.token)]).toEqual([200, 200])
    const { revoked_tokens } = await write((em) =>
      setPassword(em, operator, { email: person.email }, { password: 'another secret' }),
    )
    expect(revoked_tokens).toBe(2)
    expect([await statusOf(person.token), await statusOf(second.token)]).toEqual([401, 401])
    expect(await statusOf(other.token)).toBe(200)
    expect((await login(person, person.password)).status).toBe(422)
    expect(await statusOf((await login(person, 'another secret')).token)).toBe(200)
  })

  it('is recorded in the history of the user and of each revoked token, without a secret', async () => {
    const person = await makePerson(world)
    await write((em) => setPassword(em, operator, { email: person.email }, { password: 'another secret' }))
    const entry = { event: 'updated', actor: operator.by.name, surface: 'cli' }
    expect((await historyOf('user', person.id)).at(-1)).toEqual({ ...entry, changes: {} })
    expect(await historyOf('token', person.token_id)).toEqual([
      { ...entry, changes: { revoked_at: { from: null, to: expect.stringMatching(/Z$/) } } },
    ])
  })

  it('revokes nothing if its transaction is rolled back', async () => {
    const person = await makePerson(world)
    const failed = write(async (em) => {
      await setPassword(em, operator, { email: person.email }, { password: 'another secret' })
      throw new Error('later failure')
    })
    await expect(failed).rejects.toThrow('later failure')
    expect(await statusOf(person.token)).toBe(200)
  })

  it('also revokes a token that a login with the old password issues at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await makePerson(world)
      const logins = Array.from({ length: 4 }, () => login(person, person.password))
      const changed = write((em) =>
        setPassword(em, operator, { email: person.email }, { password: 'another secret' }),
      )
      const issued = (await Promise.all(logins)).filter(({ status }) => status === 201)
      await changed
      for (const { token } of issued) expect(await statusOf(token)).toBe(401)
    }
  })

  it('that is committed between the check of the old password and the new token prevents the token', async () => {
    const person = await makePerson(world)
    let waiting: ReturnType<typeof login> | undefined
    await write(async (em) => {
      await setPassword(em, operator, { email: person.email }, { password: 'another secret' })
      await em.flush()
      // The old password is still the committed one, so the login waits for this transaction.
      waiting = login(person, person.password)
      await expect
        .poll(
          () =>
            query(
              world.url,
              `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
            ),
          {
            timeout: 5000,
          },
        )
        .toHaveLength(1)
    })
    expect((await waiting)?.status).toBe(422)
  })
})

describe('blocking a user', () => {
  it.each(['active', 'inactive'] as const)('revokes the tokens; %s again revives none', async (status) => {
    const person = await makePerson(world)
    expect(await block(person, 'blocked')).toMatchObject({ revoked_tokens: 1 })
    expect(await statusOf(person.token)).toBe(401)
    expect((await login(person, person.password)).status).toBe(422)
    await block(person, status)
    expect(await statusOf(person.token)).toBe(401)
    expect(await statusOf((await login(person, person.password)).token)).toBe(200)
    expect(await historyOf('token', person.token_id)).toHaveLength(1)
  })

  it('without revoking the tokens, as earlier versions did, revokes them when unblocked', async () => {
    const person = await makePerson(world)
    await query(world.url, `update users set status = 'blocked' where id = ${person.id}`)
    expect(await statusOf(person.token)).toBe(401)
    await block(person, 'active')
    expect(await statusOf(person.token)).toBe(401)
  })

  it('is not what "inactive" does: its tokens still read', async () => {
    const person = await makePerson(world)
    expect(await block(person, 'inactive')).toMatchObject({ revoked_tokens: 0 })
    expect(await statusOf(person.token)).toBe(200)
  })
})

it('answers 401 to the token of a deleted user', async () => {
  const person = await makePerson(world)
  await query(world.url, `delete from users where id = ${person.id}`)
  expect(await statusOf(person.token)).toBe(401)
})

describe('a password of fewer than 12 characters', () => {
  const tooShort = { password: ['The password field must be at least 12 characters.'] }

  it('is rejected for a new user and as a new password, counted in code points', async () => {
    const person = await makePerson(world)
    for (const password of ['eleven char', '🔑'.repeat(11), '']) {
      const user = { email: 'short@people.test', name: 'Short', role: 'user', password } as const
      const created = write((em) => createUser(em, operator, user)).catch(toFault)
      expect(await created).toMatchObject({ code: 'validation_failed', errors: tooShort })
      const changed = write((em) =>
        setPassword(em, operator, { email: person.email }, { password: password }),
      ).catch(toFault)
      expect(await changed).toMatchObject({ code: 'validation_failed', errors: tooShort })
    }
    expect(await statusOf(person.token)).toBe(200)
    const emoji = '🔑🚲🍐🧊🐘🛶🎻🧶🪐🥨🦔🪗'
    await write((em) => setPassword(em, operator, { email: person.email }, { password: emoji }))
    expect((await login(person, emoji)).status).toBe(201)
  })

  it('is rejected like one that could be guessed', async () => {
    const { email } = await makePerson(world)
    const weak = { errors: { password: [`The password field ${guessableSentence}`] } }
    const user = { email: 'weak@people.test', name: 'Weak', role: 'user', password: 'password1234' } as const
    expect(await write((em) => createUser(em, operator, user)).catch(toFault)).toMatchObject(weak)
    expect(
      await write((em) => setPassword(em, operator, { email }, { password: email })).catch(toFault),
    ).toMatchObject(weak)
  })

  it('that was set before still logs in', async () => {
    const person = await makePerson(world)
    await query(
      world.url,
      `update users set password = '${await hashPassword('short')}' where id = ${person.id}`,
    )
    expect((await login(person, 'short')).status).toBe(201)
  })
})
