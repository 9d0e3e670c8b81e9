import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { readInTransaction, readRow } from '../../database/read.ts'
import { statementOf } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { phrase } from '../../language/phrase.ts'
import { Fault } from '../../record/fault.ts'
import { undecidedStatuses } from '../vocabulary.ts'

/** The most proposals of one credential that wait at a time, and the size of their bodies. */
const maxPending = 200
const maxPendingBytes = 8 * 1024 * 1024

/**
 * Throws `too_many_proposals` if 200 proposals of a credential wait already, or if their bodies would exceed 8 MiB. One that
 * is revised makes room for its new body.
 */
export async function requireRoom(
  em: EntityManager,
  credential: string,
  body: object,
  revised = 0,
): Promise<void> {
  const query = db
    .selectFrom('proposals')
    .where('credential', '=', credential)
    .where('status', 'in', undecidedStatuses)
    .where('id', '<>', revised)
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(octet_length(body::text)), 0)::int`.as('bytes'),
    ])
  const { count, bytes } = await readRow(readInTransaction(em), statementOf(query))
  if (count >= maxPending)
    throw new Fault('too_many_proposals', phrase('proposals.tooMany', { count: maxPending }))
  if (bytes + Buffer.byteLength(JSON.stringify(body)) > maxPendingBytes)
    throw new Fault('too_many_proposals', phrase('proposals.tooLarge'))
}
