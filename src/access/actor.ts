import { z } from 'zod'
import { policyDenied } from '../record/fault.ts'
import { type Provenance, systemProvenance } from '../record/provenance.ts'
import { today } from '../record/rules/day.ts'
import type { Enumeration } from '../record/rules/enumeration.ts'
import { Id } from '../record/rules/id.ts'
import { todayIn } from '../record/time-zone.ts'
import type { Person } from './person.ts'

/** The interfaces that a write can come through. */
export const surfaces = {
  http: { en: ['Http'], ru: ['HTTP'] },
  mcp: { en: ['Mcp'], ru: ['MCP'] },
  admin: { en: ['Admin'], ru: ['Веб-интерфейс'] },
  cli: { en: ['Cli'], ru: ['Команды'] },
} as const satisfies Enumeration
type Surface = keyof typeof surfaces

/** The access token that a request was authenticated with, without its secret. */
export const UsedToken = z.strictObject({ id: Id, name: z.string() })
export type UsedToken = z.output<typeof UsedToken>

/** The stored row of a credential, with what it allowed when the request was authenticated. */
export type StoredCredential =
  | { table: 'tokens'; id: number; abilities: readonly string[]; direct: readonly string[] }
  | { table: 'sessions'; id: number; expires_at: string }

/** Who performs a write, through which surface and in which request. Stored in the history of every change. */
export type Actor = {
  by: Provenance
  /** The credential that writes. An `external_ref` is unique per credential. */
  credential: string
  /** The user who acts, if any. Role and ownership policies check it. */
  person?: Person | null | undefined
  /** The access token the request was authenticated with. */
  token?: UsedToken | undefined
  /** The credential that `write` verifies again. One from the environment has no row, and is valid while the server runs. */
  stored?: StoredCredential | undefined
  /**
   * The kinds of portfolio records that the actor writes at once. Its other writes are proposals. Undefined for an actor
   * whose writes need no decision.
   */
  direct?: readonly string[] | undefined
  /** The person who approved the write, which `by` had proposed. */
  approved_by?: Provenance | undefined
  /** Why the record is written, as the request says. */
  reason?: string | undefined
  /** The time zone of the people of the company. Default: UTC. */
  time_zone?: string | undefined
  surface: Surface
  /** The change set that the write is a part of. */
  set_id?: number | undefined
  request_id: string | null
}

/** The system itself: the actor of commands, and of what a running server does by itself. */
export const systemActor: Actor = {
  by: systemProvenance,
  credential: 'system',
  surface: 'cli',
  request_id: null,
}

/** Returns the id of the user who acts. Throws `policy_denied` if no user acts. */
export function actingUserId({ person }: Actor): number {
  if (!person) throw policyDenied()
  return person.id
}

/** Returns the time zone of the people of the company. */
export function zoneOf({ time_zone = 'UTC' }: Pick<Actor, 'time_zone'>): string {
  return time_zone
}

/** Returns the current date for the people of the company. */
export function companyDay(actor: Pick<Actor, 'time_zone'>): string {
  return todayIn(zoneOf(actor))
}

/** Returns the current date on the surface of a write: in UTC, except for a person in the web interface. */
export function writingDay(actor: Pick<Actor, 'surface' | 'time_zone'>): string {
  return actor.surface === 'admin' ? companyDay(actor) : today()
}
