import type { Actor } from '../src/access/actor.ts'
import { systemProvenance } from '../src/record/provenance.ts'

/** The actor of all commands: the system itself, through the CLI. */
export const operator: Actor = {
  by: systemProvenance,
  credential: 'system',
  surface: 'cli',
  request_id: null,
}
