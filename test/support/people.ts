import { type Ability, abilities } from '../../src/access/ability.ts'
import { issueAccessToken } from '../../src/access/access-token.ts'
import type { Actor } from '../../src/access/actor.ts'
import type { Role, UserStatus } from '../../src/access/person.ts'
import { transact } from '../../src/database/unit-of-work.ts'
import { createUser, setStatus } from '../../src/people/account.ts'
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
    createUser(em, operator, { ...login, name: `${role} ${number}`, role }),
  )
  const issued = await transact(orm, (em) =>
    issueAccessToken(
      em,
      { ...operator, by: { type: 'user', id: user.id, name: user.name }, person: user },
      { token_name: 'test', abilities: [...able] },
    ),
  )
  if (status !== 'active') await transact(orm, (em) => setStatus(em, operator, login.email, status))
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
