import type { Read } from '../../database/read.ts'
import { type HistoryQuery, listHistory } from '../../journal/record-history.ts'
import { readAgent } from './read.ts'

/** Returns the history of an agent, newest first; throws `not_found`. */
export async function agentHistory(read: Read, id: number, query: HistoryQuery) {
  await readAgent(read, id)
  return listHistory(read, { record_type: 'agent', record_id: id }, query)
}
