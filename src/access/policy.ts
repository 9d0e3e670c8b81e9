import { type FieldErrors, invalid, policyDenied } from '../record/fault.ts'
import type { Provenance } from '../record/provenance.ts'
import { prohibitedField } from '../record/validation/messages.ts'
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

/** Returns whether a user may change a record with this owner: an active admin any, an active manager only their own. */
export function mayChangeOwned(person: Person | null | undefined, owner_id: number | null): boolean {
  return policyAllows('administer', person) || (policyAllows('write', person) && owner_id === person?.id)
}

/** Throws `policy_denied` unless `mayChangeOwned` allows the actor, or the actor is the system. */
export function requireOwner({ by, person }: Actor, owner_id: number | null): void {
  if (person ? !mayChangeOwned(person, owner_id) : by.type !== 'system') throw policyDenied()
}

/** Returns the id of the user who is an author, or null if the author is not a user. */
export function authorId({ type, id }: Provenance): number | null {
  return type === 'user' && typeof id === 'number' ? id : null
}

/** Returns the id of the portfolio token that is an author, or null if the author is another or has no row. */
export function authorTokenId({ type, id }: Provenance): number | null {
  return type === 'portfolio_token' ? Number(id) : null
}

/** Throws `policy_denied` unless the actor is an administrator, or the user who acts on their own access. */
export function requireSelf(actor: Actor, user_id: number | null | undefined): void {
  const isSelf = actor.person ? actor.person.id === user_id : false
  if (!isSelf && !isAdministrator(actor)) throw policyDenied()
}

const ownerProhibited = prohibitedField().about('owner_id')

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

/** Returns whether the actor is an active admin or the system: commands, demo data and seeds run without a user. */
export function isAdministrator({ by, person }: Pick<Actor, 'by' | 'person'>): boolean {
  return person ? policyAllows('administer', person) : by.type === 'system'
}

/**
 * Throws `policy_denied` if the actor is a user who may not write: only active admins and managers may. The abilities of
 * a program are checked with its token.
 */
export function requireWriter({ person }: Actor): void {
  if (person && !policyAllows('write', person)) throw policyDenied()
}

/** Throws `policy_denied` if the actor is a user who is not active: such a user can only read and end own access. */
export function requireActive({ person }: Pick<Actor, 'person'>): void {
  if (person && person.status !== 'active') throw policyDenied()
}
