import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../../src/access/actor.ts'
import { sessionActor } from '../../../src/access/current-session.ts'
import type { EntityManager } from '../../../src/database/transaction.ts'
import { type WriteOptions, write } from '../../../src/journal/write.ts'
import { toFault } from '../../../src/record/database-fault.ts'
import { Fault } from '../../../src/record/fault.ts'

/** The precondition of a write in the web interface, where the last write wins. */
export const noPrecondition = async () => undefined

/**
 * Runs a write of the person who is signed in, in one transaction. Converts a violated constraint to a fault of its
 * field.
 */
export async function adminWrite<Result>(
  request: FastifyRequest,
  run: (em: EntityManager, actor: Actor) => Promise<Result>,
  options: WriteOptions = {},
): Promise<Result> {
  const actor = adminActor(request)
  try {
    return await write(request.server.orm, actor, (em) => run(em, actor), options)
  } catch (error) {
    throw toFault(error)
  }
}

/** Returns the actor of a write of the person who is signed in. */
export function adminActor({ session, id }: FastifyRequest): Actor {
  if (!session) throw new Fault('unauthenticated')
  return sessionActor(session, id)
}
