import { Fault, type FieldErrors, invalid } from '../record/fault.ts'
import type { Actor } from './actor.ts'
import type { Person, Role } from './person.ts'

/** What people may do by role; `active` are the things that a person who is not active may not do. */
const policies = {
  write: { roles: ['admin', 'manager'], active: true },
  readLogs: { roles: ['admin', 'manager'], active: false },
} as const satisfies Record<string, { roles: readonly Role[]; active: boolean }>
export type Policy = keyof typeof policies

/** Whether a person may do such a thing at all, whichever record it is about. */
export function permits(policy: Policy, person: Person | null | undefined): boolean {
  if (!person) return false
  const { roles, active } = policies[policy]
  return roles.some((role) => role === person.role) && (!active || person.status === 'active')
}

/** Throws unless the actor may change what `owner_id` owns: an admin always, a manager what is their own. */
export function refuseStranger(actor: Actor, owner_id: number | null): void {
  if (!isAdmin(actor) && owner_id !== actor.person?.id) throw new Fault('policy_denied')
}

const ownerProhibited = 'The owner id field is prohibited.'

/** Throws where somebody but an admin names an owner. */
export function refuseNamedOwner(actor: Actor, owner_id: number | null | undefined): void {
  if (owner_id !== undefined && !isAdmin(actor)) throw invalid({ owner_id: ownerProhibited })
}

/** The same of a body that breaks other rules as well, to be told beside them. `fields` are those that it may have. */
export function namedOwnerFaults(
  fields: object,
  body: unknown,
  person: Person | null | undefined,
): FieldErrors {
  const named = 'owner_id' in fields && typeof body === 'object' && body !== null && 'owner_id' in body
  return named && person?.role !== 'admin' ? { owner_id: [ownerProhibited] } : {}
}

/** Who owns what the actor creates: a manager themselves; what an admin creates is whose the admin says, or nobody's. */
export function firstOwner(actor: Actor, owner_id: number | null | undefined): number | null {
  return isAdmin(actor) ? (owner_id ?? null) : (actor.person?.id ?? null)
}

/** Throws unless the actor wrote it, or is an admin. */
export function refuseOtherAuthor(actor: Actor, author: { type: string; id: unknown }): void {
  const own = author.type === actor.by.type && author.id === actor.by.id
  if (!own && !isAdmin(actor)) throw new Fault('policy_denied')
}

/** Whether an admin acts. The service's operator works without a person: commands, demonstrations, seeds. */
export function isAdmin({ by, person }: Actor): boolean {
  return person ? person.role === 'admin' : by.type === 'system'
}
