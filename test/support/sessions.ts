import type { Actor } from '../../src/access/actor.ts'
import { type SessionFinder, sessionFinder, sessionUseTracker } from '../../src/access/current-session.ts'
import type { Role, UserStatus } from '../../src/access/person.ts'
import { type NewSession, startSession } from '../../src/access/session.ts'
import { makePerson, type TestUser } from './people.ts'
import type { World } from './world.ts'

/** The limits that the configuration has by default. */
export const sessionLimits = { SESSION_IDLE_MINUTES: 60, SESSION_MAX_HOURS: 12 }
export const client = { ip: '192.0.2.7', user_agent: 'Firefox' }

/** A user of the web interface. */
export type WebUser = TestUser & {
  /** The actor of the user's writes through the web interface. */
  actor: Actor
  /** Starts a session. */
  start: (password?: string, from?: typeof client) => Promise<NewSession>
}

export async function makeWebUser(
  world: World,
  role: Role = 'manager',
  status: UserStatus = 'active',
): Promise<WebUser> {
  const user = await makePerson(world, role, { status })
  const { id, name, email } = user
  const by = { type: 'user', id, name } as const
  return {
    ...user,
    actor: {
      by,
      credential: `user:${id}`,
      person: { id, name, role, status },
      surface: 'admin',
      request_id: null,
    },
    start: (password = user.password, from = client) =>
      startSession(world.database.orm, { email, password }, from),
  }
}

/** Returns a finder that writes no time of last use, so that a test can set it. */
export async function makeFinder(world: World, limits = sessionLimits): Promise<SessionFinder> {
  const lastUse = sessionUseTracker(world.database.orm, limits)
  await lastUse.close()
  return sessionFinder(world.database.read, lastUse, limits)
}
