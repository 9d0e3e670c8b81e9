import { argon2Sync, randomBytes } from 'node:crypto'
import { type Ability, abilities, issueAccessToken } from '../../src/access/access-token.ts'
import type { Actor } from '../../src/access/actor.ts'
import type { Role, UserStatus } from '../../src/access/person.ts'
import { users } from '../../src/access/user.ts'
import { transact } from '../../src/database/transaction.ts'
import { create } from '../../src/journal/save.ts'
import { changeUser } from '../../src/people/user-administration.ts'
import { systemProvenance } from '../../src/record/provenance.ts'
import type { Answer, World } from './world.ts'

/** The path of the operations API. */
export const v1 = '/api/v1'

export const operator: Actor = { by: systemProvenance, credential: 'test', surface: 'cli', request_id: null }

/** A user with an access token. */
export type TestUser = {
  id: number
  name: string
  email: string
  password: string
  token: string
  token_id: number
  /** Sends a request to the operations API with the token. */
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
}

let number = 0

/** Creates a user with an access token, by default with every ability but `admin:full`. */
export async function makePerson(
  world: World,
  role: Role = 'admin',
  {
    status = 'active',
    able = abilities.filter((ability) => ability !== 'admin:full'),
  }: { status?: UserStatus; able?: Ability[] } = {},
): Promise<TestUser> {
  number += 1
  const login = { email: `${role}-${number}@people.test`, password: `password of ${number}` }
  const { orm } = world.database
  const user = await transact(orm, (em) =>
    create(em, operator, users, {
      email: login.email,
      name: `${role} ${number}`,
      role,
      password: cheapHash(login.password),
    }),
  )
  const issued = await transact(orm, (em) =>
    issueAccessToken(
      em,
      { ...operator, by: { type: 'user', id: user.id, name: user.name }, person: user },
      { token_name: 'test', abilities: [...able] },
    ),
  )
  if (status !== 'active') await transact(orm, (em) => changeUser(em, operator, { id: user.id }, { status }))
  return {
    id: user.id,
    name: user.name,
    ...login,
    token: issued.access_token,
    token_id: issued.id,
    send: (method, path, body, headers = {}) =>
      world.send(method, v1 + path, body, { authorization: `Bearer ${issued.access_token}`, ...headers }),
  }
}

// A hash states its cost, and the server verifies a password with the cost of its hash. With the lowest one, creating a
// user and signing in take a millisecond each. `hashPassword` always uses the full cost.
function cheapHash(password: string): string {
  const nonce = randomBytes(16)
  const cost = { memory: 8, passes: 1, parallelism: 1 }
  const tag = argon2Sync('argon2id', { message: password, nonce, tagLength: 32, ...cost })
  const [salt, digest] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${digest}`
}
