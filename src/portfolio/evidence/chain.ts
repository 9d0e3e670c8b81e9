import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { Id } from '../../record/rules/id.ts'
import { evidenceWithRetracted, Retracted, retractedOrNull, shownEvidence } from './field.ts'

const maxRecords = 200

const Link = z
  .strictObject({
    id: Id,
    title: z.string(),
    status: z.string().nullable().describe('Null for an insight, which has none'),
    ...shownEvidence,
    retracted: Retracted,
  })
  .meta({
    examples: [
      {
        id: 3,
        title: 'Half of the trials start from the widget',
        status: null,
        evidence: [{ type: 'signal', id: 12 }],
      },
    ],
  })

/** What a decision rests on, directly or through other evidence, and its tasks. */
export const Chain = z
  .strictObject({
    signals: z.array(Link),
    insights: z.array(Link),
    economics: z.array(Link),
    decisions: z.array(Link),
    tasks: z.array(Link),
  })
  .describe(
    `The records that the decision rests on, directly or through other evidence, and its tasks; at most ${maxRecords} records`,
  )
export type Chain = z.output<typeof Chain>

/** Returns the chain of each of these decisions, by one statement. */
export async function readChains(
  read: Read,
  decisions: { id: number; tasks: z.output<typeof Link>[] }[],
): Promise<Map<number, Chain>> {
  const rows = decisions.length === 0 ? [] : await read(selectChains({ ids: decisions.map(({ id }) => id) }))
  return new Map(
    decisions.map((decision) => {
      const ofType = (name: string) =>
        rows.flatMap(({ root, type, retracted, ...link }) =>
          root === decision.id && type === name ? [{ ...link, ...(retracted && { retracted }) }] : [],
        )
      const tasks = decision.tasks.map(({ id, title, status, evidence }) => ({ id, title, status, evidence }))
      const chain = {
        signals: ofType('signal'),
        insights: ofType('insight'),
        economics: ofType('economics'),
        decisions: ofType('decision'),
        tasks,
      }
      return [decision.id, chain]
    }),
  )
}

type Row = Omit<z.output<typeof Link>, 'retracted'> & { root: number; type: string; retracted: true | null }

// UNION drops a record that was found before, so the recursion ends even if decisions form a cycle.
const selectChains = statement(
  'evidence.chains',
  { ids: [1, 2] },
  () => sql<Row>`
      with recursive chain (root, type, id) as (
        select record_id, type, evidence_id from evidence
          where record_type = 'decision' and record_id = any(${param('ids')}::bigint[])
        union
        select chain.root, evidence.type, evidence.evidence_id from chain
          join evidence on evidence.record_type = chain.type and evidence.record_id = chain.id
      )
      select chain.root, chain.type, chain.id,
        coalesce(signals.title, insights.title, economics.title, decisions.title) as title,
        coalesce(signals.status, economics.economics_status, decisions.status) as status,
        ${evidenceWithRetracted(sql`evidence.list`)} as evidence,
        ${retractedOrNull(sql`chain.type`, sql`chain.id`)} as retracted
      from (select *, row_number() over (partition by root) as number from chain) as chain
        left join signals on chain.type = 'signal' and signals.id = chain.id
        left join insights on chain.type = 'insight' and insights.id = chain.id
        left join economics on chain.type = 'economics' and economics.id = chain.id
        left join decisions on chain.type = 'decision' and decisions.id = chain.id
        cross join lateral (
          select coalesce(insights.evidence, economics.evidence, decisions.evidence, '[]') as list
        ) as evidence
      where chain.number <= ${sql.lit(maxRecords)}
      order by chain.root, chain.number`,
)
