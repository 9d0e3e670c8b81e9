import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { invalidSelection } from '../../record/validation/messages.ts'

type RecordId = { type: string; id: number }

/** The fields of a body that name records by type and id, besides its place. A decision has tasks with such fields. */
export type Links = {
  evidence?: readonly RecordId[] | undefined
  blocked_by?: number | string | null | undefined
  tasks?: readonly Links[] | undefined
}

/** Returns the error of each field that names a record which does not exist. */
export async function missingRecords(read: Read, links: Links): Promise<Record<string, string>> {
  const named = namedRecords(links)
  if (named.length === 0) return {}
  const rows = await read(
    selectMissing({ types: named.map(({ type }) => type), ids: named.map(({ id }) => id) }),
  )
  return Object.fromEntries(
    rows
      .flatMap(({ position }) => named[position - 1] ?? [])
      .map(({ type, id, field }) => [field, `${invalidSelection(field)} There is no ${type} ${id}.`]),
  )
}

function namedRecords(
  { evidence = [], blocked_by, tasks = [] }: Links,
  path = '',
): (RecordId & { field: string })[] {
  return [
    ...evidence.map((item, index) => ({ ...item, field: `${path}evidence.${index}.id` })),
    ...(typeof blocked_by === 'number' ? [{ type: 'task', id: blocked_by, field: `${path}blocked_by` }] : []),
    ...tasks.flatMap((task, index) => namedRecords(task, `${path}tasks.${index}.`)),
  ]
}

const selectMissing = statement(
  'places.missing_records',
  { types: ['signal'], ids: [1] },
  () => sql<{ position: number }>`
      select position
      from unnest(${param('types')}::text[], ${param('ids')}::bigint[]) with ordinality as named (type, id, position)
      where not case type
        when 'signal' then exists (select from signals where signals.id = named.id)
        when 'insight' then exists (select from insights where insights.id = named.id)
        when 'economics' then exists (select from economics where economics.id = named.id)
        when 'decision' then exists (select from decisions where decisions.id = named.id)
        when 'task' then exists (select from tasks where tasks.id = named.id)
      end`,
)
