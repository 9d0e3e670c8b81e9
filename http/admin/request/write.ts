import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../../src/access/actor.ts'
import { sessionActor } from '../../../src/access/current-session.ts'
import type { EntityManager } from '../../../src/database/transaction.ts'
import { type Outcome, type WriteOptions, write } from '../../../src/journal/write.ts'
import { toFault } from '../../../src/record/database-fault.ts'
import { Fault } from '../../../src/record/fault.ts'
import type { Warning } from '../../../src/record/warning.ts'
import { type FormWrite, proposeInstead } from './propose.ts'
import { claimForm } from './sent-form.ts'

/** The precondition of a write in the web interface, where the last write wins. */
export const noPrecondition = async () => undefined

/** `form` returns what becomes a proposal if another person must decide on the write with this result. */
type AdminWriteOptions<Result> = WriteOptions & { form?: (result: Result) => FormWrite | undefined }

/**
 * Runs a write of the person who is signed in, in one transaction. A form that was sent before is not stored
 * again. Converts a violated constraint to a fault of its field.
 *
 * @throws Proposed if another person must decide on the write, which is stored as a proposal
 */
export async function adminWrite<Result>(
  request: FastifyRequest,
  run: (em: EntityManager, actor: Actor) => Promise<Result>,
  { form, ...options }: AdminWriteOptions<Result> = {},
): Promise<Result> {
  const actor = adminActor(request)
  const attempt = async (em: EntityManager) => {
    if (!options.dryRun) await claimForm(request, em)
    return run(em, actor)
  }
  const written = await write(request.server.orm, actor, attempt, options).catch((error): never => {
    throw toFault(error)
  })
  const result = withWarnings(written)
  if (written.outcome === 'stored' || options.dryRun) return result
  return proposeInstead(request, actor, { ...written, result }, form?.(result))
}

// Canon rules warn of a write beside the function that runs it.
function withWarnings<Result>({ result, verdict }: Outcome<Result>): Result {
  const added = verdict.warnings
  if (added.length === 0 || typeof result !== 'object' || result === null) return result
  const { warnings = [] } = result as { warnings?: Warning[] }
  return { ...result, warnings: [...warnings, ...added] }
}

/** Returns the actor of a write of the person who is signed in. */
export function adminActor({ session, id, server }: FastifyRequest): Actor {
  if (!session) throw new Fault('unauthenticated')
  return { ...sessionActor(session, id), time_zone: server.config.TIME_ZONE }
}
