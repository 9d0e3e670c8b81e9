import type { Provenance } from '../record/provenance.ts'
import type { UsedToken } from './actor.ts'
import type { Person } from './person.ts'

/** Whoever holds a valid credential. */
export type Caller = {
  by: Provenance
  /** The credential by a name that is no secret: `portfolio_token:12`, `env:1`. */
  credential: string
  abilities: readonly string[]
  /** Whose token it is, on the surface where tokens are people's. */
  person?: Person
  token?: UsedToken
}
