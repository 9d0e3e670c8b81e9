import type { Provenance } from '../record/provenance.ts'
import type { StoredCredential, UsedToken } from './actor.ts'
import type { Person } from './person.ts'
import type { CurrentSession } from './session.ts'

/** The authenticated sender of a request. */
export type Caller = {
  by: Provenance
  /** Identifies the credential without its secret: `portfolio_token:12`, `env:1`. */
  credential: string
  abilities: readonly string[]
  /** The user of an access token. Other credentials have no user. */
  person?: Person
  token?: UsedToken
  /** The client that reads in the name of the person, by an OAuth access token. */
  client?: { name: string }
  /** The connection of the person with that client. */
  grant_id?: number
  /** The digest of a token from the environment, which `credential` only numbers. */
  environment_digest?: string
  /** The session of a person in the web interface. */
  session?: CurrentSession
  stored?: StoredCredential
  /** The kinds of portfolio records that a token which proposes writes at once. */
  direct?: readonly string[]
  /** The start and end of the secret of a stored token. */
  display?: string
  /** When the credential expires. */
  expires_at?: string | null
  /** The snapshot of the database in which the credential was found. */
  snapshot?: string
}

/**
 * Returns the kinds of portfolio records that a caller writes at once, if its other writes are proposals. Undefined if all
 * its writes are stored at once.
 */
export function directKindsOf({ abilities, direct = [] }: Caller): readonly string[] | undefined {
  return abilities.includes('propose') && !abilities.includes('write') ? direct : undefined
}

/** Finds the caller with a credential of one kind. */
export type CallerFinder = {
  /** Returns null if the credential is unknown, revoked or expired, or if its user is blocked. */
  find: (secret: string) => Promise<Caller | null>
  /**
   * Returns whether `find` queries the database. It does not for a malformed credential or one from the environment.
   */
  needsQuery: (secret: string) => boolean
}
