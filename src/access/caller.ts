import type { Provenance } from '../record/provenance.ts'
import type { UsedToken } from './actor.ts'
import type { Person } from './person.ts'

/** The authenticated sender of a request. */
export type Caller = {
  by: Provenance
  /** Identifies the credential without its secret: `portfolio_token:12`, `env:1`. */
  credential: string
  abilities: readonly string[]
  /** The user of an access token. Other credentials have no user. */
  person?: Person
  token?: UsedToken
}
