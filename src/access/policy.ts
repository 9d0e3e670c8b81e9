import { type FieldErrors, invalid, policyDenied } from '../record/fault.ts'
import type { Actor } from './actor.ts'
import type { Person, Role } from './person.ts'

/** The policies: which roles they allow, and whether the user must be active. */
const policies = {
  write: { roles: ['admin', 'manager'], active: true },
  readLogs: { roles: ['admin', 'manager'], active: false },
  administer: { roles: ['admin'], active: true },
} as const satisfies Record<string, { roles: readonly Role[]; active: boolean }>
export type Policy = keyof typeof policies

/** Returns whether a policy allows a user the action in general, regardless of the record. */
export function policyAllows(policy: Policy, person: Person | null | undefined): boolean {
  if (!person) return false
  const { roles, active } = policies[policy]
  return roles.some((role) => role === person.role) && (!active || person.status === 'active')
}

/** Throws `policy_denied` unless the actor is an active admin or the system. */
export function requireAdministrator(actor: Actor): void {
  if (!isAdministrator(actor)) throw policyDenied()
}

/** Throws `policy_denied` unless the actor is an administrator, or an active user who owns the record. */
export function requireOwner(actor: Actor, owner_id: number | null): void {
  requireActive(actor)
  if (!isAdministrator(actor) && owner_id !== actor.person?.id) throw policyDenied()
}

const ownerProhibited = 'The owner id field is prohibited.'

/** Throws if the input sets an owner and the actor is not an administrator. */
export function requireAdminToSetOwner(actor: Actor, owner_id: number | null | undefined): void {
  if (owner_id !== undefined && !isAdministrator(actor)) throw invalid({ owner_id: ownerProhibited })
}

/**
 * Returns the error of `requireAdminToSetOwner` for a body that fails validation, so that all errors are reported at
 * once. `fields` are the fields that the body can have.
 */
export function ownerIdErrors(fields: object, body: unknown, person: Person | null | undefined): FieldErrors {
  const setsOwner = 'owner_id' in fields && typeof body === 'object' && body !== null && 'owner_id' in body
  return setsOwner && !policyAllows('administer', person) ? { owner_id: [ownerProhibited] } : {}
}

/** Returns the owner of a new record: `owner_id` or none if an administrator creates it, otherwise the actor. */
export function initialOwnerId(actor: Actor, owner_id: number | null | undefined): number | null {
  return isAdministrator(actor) ? (owner_id ?? null) : (actor.person?.id ?? null)
}

/** Throws `policy_denied` unless the actor is an administrator, or an active user who is the author. */
export function requireAuthor(actor: Actor, author: { type: string; id: unknown }): void {
  requireActive(actor)
  const isAuthor = author.type === actor.by.type && author.id === actor.by.id
  if (!isAuthor && !isAdministrator(actor)) throw policyDenied()
}

/** Returns whether the actor is an active admin or the system: commands, demo data and seeds run without a user. */
export function isAdministrator({ by, person }: Actor): boolean {
  return person ? policyAllows('administer', person) : by.type === 'system'
}

/** Throws `policy_denied` unless the actor may write in general: an active admin or manager, or the system. */
export function requireWriter({ by, person }: Actor): void {
  if (person ? !policyAllows('write', person) : by.type !== 'system') throw policyDenied()
}

/** Throws `policy_denied` if the actor is a user who is not active: such a user can only read and end own access. */
export function requireActive({ person }: Pick<Actor, 'person'>): void {
  if (person && person.status !== 'active') throw policyDenied()
}
