import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { entities } from '../../../src/catalog/entities.ts'
import { type Database, openDatabase } from '../../../src/database/open.ts'
import { root } from '../../support/makers.ts'
import { makePerson, type TestUser, v1 } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

// Verifies passwords only once the gate is open, as a busy processor would.
const gate = vi.hoisted(() => ({ ...Promise.withResolvers<void>(), waiting: 0 }))
vi.mock('../../../src/access/password.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../../src/access/password.ts')>()
  return {
    ...original,
    verifyPassword: async (...args: Parameters<typeof original.verifyPassword>) => {
      gate.waiting += 1
      await gate.promise
      return original.verifyPassword(...args)
    },
  }
})

const pool = 2

let users: TestUser[]
let small: Database
let server: World
beforeAll(async () => {
  const world = await makeWorld()
  users = await Promise.all(Array.from({ length: 3 * pool }, () => makePerson(world, 'user')))
  small = await openDatabase({
    url: world.url,
    dataDir: '',
    replicaUrls: [],
    pool,
    prepared: true,
    entities,
    migrations,
    report: () => undefined,
  })
  const { orm, read, readReplica } = small
  server = await makeWorld({}, { orm, read, readReplica })
})
afterAll(() => small.close())

describe('issueByPassword', () => {
  it('holds no connection while it verifies a password: other requests are answered meanwhile', async () => {
    const logins = users.map(({ email, password }) =>
      server.send('POST', `${v1}/auth/token`, {
        email,
        password,
        token_name: 'test',
        abilities: ['apps:read'],
      }),
    )
    await expect.poll(() => gate.waiting, { timeout: 5000 }).toBe(users.length)
    const directions = await server.send('GET', `${root}/directions`)
    const created = await server.send('POST', `${root}/canon-rules`, {
      title: 'T',
      rule_type: 'freeze-policy',
      body: 'B',
    })
    expect([directions.status, created.status]).toEqual([200, 201])
    gate.resolve()
    const answers = await Promise.all(logins)
    expect(answers.map(({ status }) => status)).toEqual(users.map(() => 201))
  })
})
