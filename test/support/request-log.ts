import type { Statement } from '../../src/database/statement.ts'
import { runStatement } from '../../src/database/transaction.ts'
import { insertRequests } from '../../src/journal/request-log/request-counts.ts'
import { maintainPartitions } from '../../src/journal/request-log/request-log.ts'
import type { NewRequestRow } from '../../src/journal/request-log/request-row.ts'
import type { World } from './world.ts'

const usual: Omit<NewRequestRow, 'created_at'> = {
  request_id: 'planted',
  surface: 'http',
  method: 'GET',
  path: '/api/v1/apps',
  route: null,
  tool: null,
  status: 200,
  duration_ms: 5,
  ip: '::1',
  user_id: null,
  user_name: null,
  token_id: null,
  token_name: null,
  user_agent: null,
  client: null,
  trace_id: null,
}

/** Stores requests in the log, as the server does: of now, unless `created_at` is given. */
export async function logRequests(
  { database }: Pick<World, 'database'>,
  ...requests: Partial<NewRequestRow>[]
): Promise<void> {
  // A server that has just started may not have created the partitions yet.
  await maintainPartitions(database.orm, 3650)
  await runStatement(database.orm, insertOf(requests))
}

/** Returns the statement with which the server stores requests. */
export function insertOf(requests: Partial<NewRequestRow>[]): Statement<unknown> {
  const rows = requests.map((fields) => ({ ...usual, created_at: new Date().toISOString(), ...fields }))
  return insertRequests({ rows: JSON.stringify(rows) })
}

/** Returns five requests of the current day, `p1` to `p5`, to paths of one route. */
export function plantedRequests(): Partial<NewRequestRow>[] {
  const start = Date.parse(new Date().toISOString().slice(0, 10))
  const planted: Partial<NewRequestRow>[] = [
    { status: 200, user_id: 7, user_name: 'Anna' },
    { status: 201, method: 'POST', token_id: 70 },
    { status: 404 },
    { status: 422, duration_ms: 700 },
    { status: 500, surface: 'mcp', client: 'claude-code/2.1.0' },
  ]
  return planted.map((fields, index) => ({
    request_id: `p${index + 1}`,
    path: `/api/planted/${index + 1}`,
    route: '/api/planted/:id',
    created_at: new Date(start + index).toISOString(),
    ...fields,
  }))
}
