import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { Id } from '../../record/rules/id.ts'
import { Retracted, retractedOrNull } from './field.ts'

const maxRecords = 200

const LinkedRecord = z
  .strictObject({
    type: z.enum(['signal', 'insight', 'economics', 'decision', 'task']),
    id: Id,
    title: z.string(),
    retracted: Retracted,
  })
  .meta({ examples: [{ type: 'signal', id: 12, title: 'Crashes on Android 15 doubled within a week' }] })
type LinkedRecord = z.output<typeof LinkedRecord>
type Kind = LinkedRecord['type']

/** The fields that only the response with a single record has. */
export const linkedFields = {
  evidence: z.array(LinkedRecord).describe('The records that this record rests on'),
  evidence_for: z
    .array(LinkedRecord)
    .describe(`The records that rest on this record, newest first within each type, at most ${maxRecords}`),
}

type Links = { evidence: LinkedRecord[]; evidence_for: LinkedRecord[] }

/** The records that rest on a record that is retracted, directly or through others. */
export const resting = z
  .array(
    LinkedRecord.extend({
      indirect: z.literal(true).optional().describe('Present if it rests on a record that rests on this one'),
    }),
  )
  .describe(
    `The records that rest on the retracted one, directly or through others, at most ${maxRecords}. Check them.`,
  )

/** Returns the records that rest on a record, directly or through others; the direct ones first. */
export async function readResting(
  read: Read,
  record: { type: Kind; id: number },
): Promise<z.output<typeof resting>> {
  const rows = await read(selectResting(record))
  return rows.map(({ retracted, indirect, ...linked }) => ({
    ...linked,
    ...(retracted && { retracted }),
    ...(indirect && { indirect }),
  }))
}

/** Returns the function that reads one record by id, with the titles of its evidence and of records citing it. */
export function withEvidence<Row>(type: Kind, one: (read: Read, id: number) => Promise<Row>) {
  return async (read: Read, id: number): Promise<Row & Links> => {
    const [row, links] = await Promise.all([one(read, id), readLinks(read, { type, id })])
    return { ...row, ...links }
  }
}

/** Returns the records that a record rests on, and those that rest on it. */
export async function readLinks(read: Read, record: { type: Kind; id: number }): Promise<Links> {
  const rows = await read(selectLinks(record))
  const side = (name: keyof Links) =>
    rows.flatMap(({ side, retracted, ...linked }) =>
      side === name ? [{ ...linked, ...(retracted && { retracted }) }] : [],
    )
  return { evidence: side('evidence'), evidence_for: side('evidence_for') }
}

const title = sql`case linked.type
  when 'signal' then (select title from signals where id = linked.id)
  when 'insight' then (select title from insights where id = linked.id)
  when 'economics' then (select title from economics where id = linked.id)
  when 'decision' then (select title from decisions where id = linked.id)
  when 'task' then (select title from tasks where id = linked.id) end`

const selectLinks = statement(
  'evidence.links',
  { type: 'signal', id: 1 },
  () => sql<Omit<LinkedRecord, 'retracted'> & { side: keyof Links; retracted: true | null }>`
      select side, type, id, ${title} as title, ${retractedOrNull(sql`type`, sql`id`)} as retracted
      from (
        (select 'evidence' as side, type, evidence_id as id from evidence
          where record_type = ${param('type')} and record_id = ${param('id')}
          order by position)
        union all
        (select 'evidence_for', record_type, record_id from evidence
          where type = ${param('type')} and evidence_id = ${param('id')}
          order by record_type, record_id desc limit ${sql.lit(maxRecords)})
      ) as linked`,
)

// UNION drops a record that was found before, so the recursion ends even in a cycle. It finds the direct ones first.
const selectResting = statement(
  'evidence.resting',
  { type: 'insight', id: 1 },
  () => sql<Omit<LinkedRecord, 'retracted'> & { retracted: true | null; indirect: true | null }>`
      with recursive resting (type, id) as (
        select record_type, record_id from evidence where type = ${param('type')} and evidence_id = ${param('id')}
        union
        select evidence.record_type, evidence.record_id from resting
          join evidence on evidence.type = resting.type and evidence.evidence_id = resting.id
      )
      select type, id, ${title} as title, ${retractedOrNull(sql`type`, sql`id`)} as retracted,
        nullif(not exists (
          select from evidence where record_type = linked.type and record_id = linked.id
            and type = ${param('type')} and evidence_id = ${param('id')}
        ), false) as indirect
      from (
        select * from resting where (type, id) <> (${param('type')}, ${param('id')}::bigint)
        limit ${sql.lit(maxRecords)}
      ) as linked
      order by indirect nulls first, type, id desc`,
)
