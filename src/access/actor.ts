import type { Provenance } from '../record/provenance.ts'
import type { Person } from './person.ts'

/** The interface a write comes through. */
type Surface = 'http' | 'mcp' | 'admin' | 'cli'

/** The access token that a request was authenticated with, without its secret. */
export type UsedToken = { id: number; name: string }

/** Who performs a write, through which surface and in which request. Stored in the history of every change. */
export type Actor = {
  by: Provenance
  /** The credential that writes. An `external_ref` is unique per credential. */
  credential: string
  /** The user who acts, if any. Role and ownership policies check it. */
  person?: Person | null | undefined
  /** The access token the request was authenticated with. */
  token?: UsedToken | undefined
  surface: Surface
  request_id: string | null
}
