import { beforeAll, expect, it } from 'vitest'
import { generatePassword, hashPassword, verifyPassword } from '../../../src/access/password.ts'
import { User } from '../../../src/access/user.ts'
import { transact } from '../../../src/database/transaction.ts'
import { changeUser, createUser, listUsers, setPassword } from '../../../src/people/user-administration.ts'
import { toFault } from '../../../src/record/database-fault.ts'
import { operator } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const anna = { email: 'anna@people.test', name: 'Anna', role: 'user', password: 'a secret of Anna' } as const
const create = (email: string) =>
  transact(world.database.orm, (em) => createUser(em, operator, { ...anna, email })).catch(toFault)

it('stores a password as a salted hash only', async () => {
  const [one, other] = await Promise.all([hashPassword('секрет'), hashPassword('секрет')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(one).not.toBe(other)
  expect(await verifyPassword('секрет', one)).toBe(true)
  expect(await verifyPassword('секрет ', one)).toBe(false)
  expect(await verifyPassword('секрет', undefined)).toBe(false)
  expect(await verifyPassword('секрет', 'no hash')).toBe(false)
  // A hash of another program, at another cost. The format is that of the reference implementation of RFC 9106.
  const foreignHash = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
  expect(await verifyPassword('password', foreignHash)).toBe(true)
  expect(new Set(Array.from({ length: 100 }, generatePassword)).size).toBe(100)
})

it('creates one of 20 users with the same address, whatever its case', async () => {
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, n) => create(n % 2 ? 'same@people.test' : ' Same@People.test')),
  )
  expect(made.filter((user) => !(user instanceof Error))).toHaveLength(1)
})

it('keeps passwords and their hashes out of history and lists', async () => {
  await create(anna.email)
  await transact(world.database.orm, (em) =>
    setPassword(em, operator, { email: anna.email }, { password: 'another secret' }),
  )
  await transact(world.database.orm, (em) =>
    changeUser(em, operator, { email: ' ANNA@people.test' }, { role: 'manager' }),
  )
  const pool = await world.database.orm.em.getConnection().getNativeClient()
  const { rows } = await pool.query(
    `select event, changes::text from history where record_type = 'user' order by id`,
  )
  expect(rows.at(-2)).toEqual({ event: 'updated', changes: '{}' })
  expect(rows.at(-1)).toMatchObject({ changes: expect.stringContaining('manager') })
  const [stored] = (await listUsers(world.database.orm.em.fork())).slice(-1)
  expect(stored).toMatchObject({ email: anna.email, role: 'manager' })
  expect(await verifyPassword('another secret', stored?.password)).toBe(true)
  for (const output of [JSON.stringify(rows), JSON.stringify(User.parse(stored))])
    expect(output).not.toMatch(/argon2|secret|password/)
})
