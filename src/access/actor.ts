import type { Provenance } from '../record/provenance.ts'
import type { Person } from './person.ts'

/** The ways in. */
type Surface = 'http' | 'mcp' | 'admin' | 'cli'

/** A token, by what is no secret. */
export type UsedToken = { id: number; name: string }

/** Who does something, by which way in, in which request. Every write carries one; history keeps it. */
export type Actor = {
  by: Provenance
  /** Who may use an `external_ref` once: the credential that writes. */
  credential: string
  /** The person who acts, where it is one: rules about roles and ownership look here. */
  person?: Person | null | undefined
  /** The access token they act by. */
  token?: UsedToken | undefined
  surface: Surface
  request_id: string | null
}
