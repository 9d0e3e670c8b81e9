import { beforeAll, describe, expect, it } from 'vitest'
import type { SessionFinder } from '../../../src/access/current-session.ts'
import { guessableSentence, verifyPassword } from '../../../src/access/password.ts'
import { startSession } from '../../../src/access/session.ts'
import { type EntityManager, transact } from '../../../src/database/transaction.ts'
import { changeUser, createUser, NewUser, setPassword } from '../../../src/people/user-administration.ts'
import { listUserPage, readUser, UserQuery } from '../../../src/people/user-list.ts'
import { toFault } from '../../../src/record/database-fault.ts'
import { safeValidate } from '../../../src/record/validation/validate.ts'
import { sql } from '../../support/makers.ts'
import { client, makeFinder, makeWebUser } from '../../support/sessions.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let find: SessionFinder
beforeAll(async () => {
  world = await makeWorld()
  find = await makeFinder(world)
})

const write = <T>(callback: (em: EntityManager) => Promise<T>) => transact(world.database.orm, callback)
const fails = (callback: (em: EntityManager) => Promise<unknown>) =>
  write(callback).then(() => 'no fault', toFault)

const historyOf = (id: number) =>
  sql(
    world,
    `select event, actor, surface, changes from history where record_type = 'user' and record_id = $1 order by id`,
    id,
  )

describe('only an active admin', () => {
  it.each([
    ['manager', 'active'],
    ['user', 'active'],
    ['admin', 'inactive'],
  ] as const)('administers users: %s, %s does not', async (role, status) => {
    const { actor, id } = await makeWebUser(world, role, status)
    const input = { email: 'denied@people.test', name: 'Denied', role: 'user' } as const
    const denied = { code: 'policy_denied' }
    expect(await fails((em) => createUser(em, actor, input))).toMatchObject(denied)
    expect(await fails((em) => changeUser(em, actor, { id }, { role: 'admin' }))).toMatchObject(denied)
    expect(await fails((em) => setPassword(em, actor, { id }, {}))).toMatchObject(denied)
  })
})

describe('a new user', () => {
  it('gets the given password, or one that is generated and returned once', async () => {
    const { actor } = await makeWebUser(world, 'admin')
    const anna = { email: 'Anna@people.test', name: 'Anna', role: 'manager' } as const
    const input = NewUser.parse({ ...anna, password: '' })
    const { user, generated_password } = await write((em) => createUser(em, actor, input))
    expect(user).toMatchObject({
      ...anna,
      email: 'anna@people.test',
      status: 'active',
      created_by: actor.by,
    })
    expect(user).not.toHaveProperty('password')
    const login = { email: user.email, password: generated_password ?? '' }
    expect((await startSession(world.database.orm, login, client)).session.person.id).toBe(user.id)

    const boris = { ...anna, email: 'boris@people.test', password: 'a password of Boris' }
    const created = await write((em) => createUser(em, actor, boris))
    expect(created.generated_password).toBeNull()
    const stored = await sql(world, 'select password from users where id = $1', created.user.id)
    expect(await verifyPassword(boris.password, String(stored[0]!.password))).toBe(true)
    expect(await historyOf(created.user.id)).toMatchObject([
      { event: 'created', actor: actor.by, surface: 'admin' },
    ])
    expect(await fails((em) => createUser(em, actor, boris))).toMatchObject({
      errors: { email: ['The email has already been taken.'] },
    })
  })

  it('gets no password that could be guessed', async () => {
    const { actor, id, email } = await makeWebUser(world, 'admin')
    const weak = { errors: { password: [`The password field ${guessableSentence}`] } }
    for (const password of ['password1234', 'nina@people.test', 'Nina-2026-11']) {
      const nina = { email: 'nina@people.test', name: 'Nina', role: 'user', password } as const
      expect(await fails((em) => createUser(em, actor, nina))).toMatchObject(weak)
    }
    expect(await fails((em) => setPassword(em, actor, { id }, { password: email }))).toMatchObject(weak)
  })

  it('is validated field by field', () => {
    const { errors } = safeValidate(NewUser, { email: 'anna', name: ' ', password: 'short', role: 'king' })
    expect(Object.keys(errors ?? {}).toSorted()).toEqual(['email', 'name', 'password', 'role'])
  })
})

describe('a change of a user', () => {
  it('is stored with its history', async () => {
    const { actor } = await makeWebUser(world, 'admin')
    const { id } = await makeWebUser(world, 'user')
    const input = { name: 'Vera', email: 'vera@people.test', role: 'manager', status: 'inactive' } as const
    const changed = await write((em) => changeUser(em, actor, { id }, input))
    expect(changed.user).toMatchObject({ id, ...input, updated_by: actor.by })
    expect((await historyOf(id)).at(-1)).toMatchObject({
      event: 'status_changed',
      surface: 'admin',
      changes: { role: { from: 'user', to: 'manager' }, status: { from: 'active', to: 'inactive' } },
    })
    expect(await fails((em) => changeUser(em, actor, { id: 999_999 }, input))).toMatchObject({
      code: 'not_found',
    })
  })

  it('ends sessions and tokens if it blocks the user', async () => {
    const { actor } = await makeWebUser(world, 'admin')
    const person = await makeWebUser(world, 'manager')
    const { secret } = await person.start()
    await write((em) => changeUser(em, actor, { id: person.id }, { status: 'blocked' }))
    expect(await find(secret)).toBeNull()
    expect((await person.send('GET', '/auth/tokens')).status).toBe(401)
    expect(await sql(world, 'select 1 from sessions where user_id = $1', person.id)).toEqual([])
  })

  it('that would leave no active admin is rejected, also if two admins demote each other at once', async () => {
    await sql(world, `update users set role = 'user'`)
    const [one, other] = [await makeWebUser(world, 'admin'), await makeWebUser(world, 'admin')]
    await makeWebUser(world, 'admin', 'inactive')
    const outcomes = await Promise.all([
      fails((em) => changeUser(em, one.actor, { id: other.id }, { role: 'manager' })),
      fails((em) => changeUser(em, other.actor, { id: one.id }, { status: 'blocked' })),
    ])
    expect(outcomes.filter((outcome) => outcome === 'no fault')).toHaveLength(1)
    const [last] = await sql(world, `select id from users where role = 'admin' and status = 'active'`)
    const { actor, id } = last!.id === one.id ? one : other
    for (const input of [{ role: 'user' }, { status: 'inactive' }, { status: 'blocked' }] as const)
      expect(await fails((em) => changeUser(em, actor, { id }, input))).toMatchObject({
        code: 'conflict',
        message: expect.stringMatching(
          /^This user is the last active admin\. Make another user an active admin/,
        ),
      })
    await write((em) => changeUser(em, actor, { id }, { name: 'Still admin', role: 'admin' }))
  })
})

describe('a password that an admin sets', () => {
  it('ends sessions and tokens of the user, and is generated if none is given', async () => {
    const { actor } = await makeWebUser(world, 'admin')
    const person = await makeWebUser(world, 'manager')
    const { secret } = await person.start()
    const { generated_password } = await write((em) => setPassword(em, actor, { id: person.id }, {}))
    expect(await find(secret)).toBeNull()
    expect((await person.send('GET', '/auth/tokens')).status).toBe(401)
    const login = { email: person.email, password: generated_password ?? '' }
    expect((await startSession(world.database.orm, login, client)).session.person.id).toBe(person.id)
    const chosen = await write((em) =>
      setPassword(em, actor, { id: person.id }, { password: 'chosen by the admin' }),
    )
    expect(chosen.generated_password).toBeNull()
    expect((await historyOf(person.id)).at(-1)).toMatchObject({
      event: 'updated',
      actor: actor.by,
      changes: {},
    })
  })
})

describe('the list of users', () => {
  it('is filtered, sorted and paged, and has no passwords', async () => {
    const [anna, boris] = [await makeWebUser(world, 'manager'), await makeWebUser(world, 'manager')]
    await sql(world, `update users set name = 'Zoe 100%' where id = $1`, anna.id)
    await sql(world, `update users set name = 'Adam 100%', status = 'inactive' where id = $1`, boris.id)
    const list = async (query: object) => {
      const { rows, total } = await listUserPage(
        world.database.read,
        UserQuery.parse({ search: '100%', ...query }),
      )
      return [rows.map(({ id }) => id), total]
    }
    expect(await list({})).toEqual([[boris.id, anna.id], 2])
    expect(await list({ sort: '-name' })).toEqual([[anna.id, boris.id], 2])
    expect(await list({ status: 'inactive' })).toEqual([[boris.id], 1])
    expect(await list({ role: 'admin' })).toEqual([[], 0])
    expect(await list({ per_page: '1', page: '2', sort: 'name' })).toEqual([[anna.id], 2])
    expect(await list({ search: anna.email })).toEqual([[anna.id], 1])
    const found = await readUser(world.database.read, anna.id)
    expect(found).toMatchObject({ id: anna.id, email: anna.email })
    expect(found).not.toHaveProperty('password')
    await expect(readUser(world.database.read, 999_999)).rejects.toMatchObject({ code: 'not_found' })
  })
})
