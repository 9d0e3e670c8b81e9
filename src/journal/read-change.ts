import type { Read } from '../database/read.ts'
import { param, statement, tables } from '../database/statement.ts'
import { notFound } from '../record/fault.ts'
import { qualifiedColumns } from '../record/field.ts'
import { ActivityEntry } from './activity.ts'
import type { StoredHistory } from './history.ts'

/** Returns one change by its id in the history; throws `not_found`. */
export async function readChange(read: Read, id: number): Promise<ActivityEntry> {
  const [entry] = await read(selectChange({ id }))
  if (!entry) throw notFound()
  return entry
}

const selectChange = statement((_: { id: number }) =>
  tables<{ history: StoredHistory }>()
    .selectFrom('history as record')
    .select(qualifiedColumns('record', ActivityEntry))
    .where('record.id', '=', param<number>('id')),
)
