import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../../src/access/actor.ts'
import { sessionActor } from '../../../src/access/current-session.ts'
import type { EntityManager } from '../../../src/database/transaction.ts'
import { Held } from '../../../src/journal/verdict.ts'
import { type WriteOptions, write } from '../../../src/journal/write.ts'
import { toFault } from '../../../src/record/database-fault.ts'
import { Fault } from '../../../src/record/fault.ts'
import { proposeInstead, type SameRequest } from './propose.ts'

/** The precondition of a write in the web interface, where the last write wins. */
export const noPrecondition = async () => undefined

/** `same` is the request of the portfolio API that would do the same. */
type AdminWriteOptions = WriteOptions & { same?: SameRequest | undefined }

/**
 * Runs a write of the person who is signed in, in one transaction. Converts a violated constraint to a fault of its
 * field.
 *
 * @throws Proposed if another person must decide on the write, which is stored as a proposal
 */
export async function adminWrite<Result>(
  request: FastifyRequest,
  run: (em: EntityManager, actor: Actor) => Promise<Result>,
  { same, ...options }: AdminWriteOptions = {},
): Promise<Result> {
  const actor = adminActor(request)
  try {
    return await write(request.server.orm, actor, (em) => run(em, actor), options)
  } catch (error) {
    if (error instanceof Held) return proposeInstead(request, actor, error, same)
    throw toFault(error)
  }
}

/** Returns the actor of a write of the person who is signed in. */
export function adminActor({ session, id }: FastifyRequest): Actor {
  if (!session) throw new Fault('unauthenticated')
  return sessionActor(session, id)
}
