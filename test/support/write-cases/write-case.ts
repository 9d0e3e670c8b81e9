import type { Actor } from '../../../src/access/actor.ts'
import type { EntityManager, MikroORM } from '../../../src/database/transaction.ts'

/**
 * What a call may use: the id of a record of each kind by the name of its table, the slug of the app, and the password
 * of the caller.
 */
export type Given = {
  orm: MikroORM
  ids: Record<string, number>
  app_slug: string
  password: string
}

/** Calls a write with valid input, for records that another user owns or wrote. */
export type Call = (em: EntityManager, actor: Actor, given: Given) => Promise<unknown>

/**
 * The calls of writes by the name of the function, and by who may make them: active admins and managers, only active
 * admins, every active user, or every user, for what ends the user's own access.
 */
export type WriteCases = Partial<Record<'writers' | 'admins' | 'active' | 'everyone', Record<string, Call>>>

export const unchanged = async () => undefined
/** The actor without a user, as a command would be. It prepares records of the actor. */
export const withoutPerson = (actor: Actor): Actor => ({ ...actor, person: null })
