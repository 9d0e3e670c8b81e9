import type { Read } from '../../database/read.ts'
import { type HistoryQuery, listHistory } from '../../journal/record-history.ts'
import { readAgent } from './read.ts'

/** What happened to an agent, newest first; throws where there is no such agent. */
export async function agentHistory(read: Read, id: number, query: HistoryQuery) {
  await readAgent(read, id)
  return listHistory(read, { record_type: 'agent', record_id: id }, query)
}
