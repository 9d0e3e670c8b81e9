import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { readInTransaction } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { invalid } from '../../record/fault.ts'
import { invalidSelection } from '../../record/validation/messages.ts'
import { isFinished } from '../urgency.ts'
import type { StoredTask } from './task.ts'

/**
 * Throws if a stored task waits for a finished task, or for one that waits for it, directly or through others. Called
 * after the task is stored: from then on the blocker cannot change until the transaction ends.
 */
export async function checkBlocker(
  em: EntityManager,
  { id, blocked_by }: Pick<StoredTask, 'id' | 'blocked_by'>,
  field = 'blocked_by',
): Promise<void> {
  if (typeof blocked_by !== 'number') return
  const [blocker] = await readInTransaction(em)(selectBlocker({ id, blocked_by }))
  if (blocker?.waits_by)
    throw invalid({ [field]: `${invalidSelection(field)} Task ${blocker.waits_by} waits for this task.` })
  if (blocker && isFinished(blocker.status))
    throw invalid({ [field]: `${invalidSelection(field)} Task ${blocked_by} is ${blocker.status}.` })
}

type Blocker = {
  status: StoredTask['status']
  /** The task of the chain that names the task itself. */
  waits_by: number | null
}

// UNION drops a task that was found before, so the recursion ends even in a cycle that was stored earlier.
const selectBlocker = statement(
  'tasks.blocker',
  { id: 7, blocked_by: 8 },
  () => sql<Blocker>`
      with recursive chain (id, blocked_by_id) as (
        select id, blocked_by_id from tasks where id = ${param('blocked_by')}::bigint
        union
        select tasks.id, tasks.blocked_by_id from chain join tasks on tasks.id = chain.blocked_by_id
      )
      select status, (select chain.id from chain where chain.blocked_by_id = ${param('id')}::bigint) as waits_by
      from tasks where id = ${param('blocked_by')}::bigint`,
)
