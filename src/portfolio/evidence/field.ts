import { p, type TriggerDef } from '@mikro-orm/core'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { field } from '../../record/field.ts'
import { translations } from '../../record/rules/description.ts'
import { type Enumeration, enumOf } from '../../record/rules/enumeration.ts'
import { Reference } from '../../record/rules/id.ts'
import { duplicateValue } from '../../record/validation/messages.ts'

/** Whether a record that is named as evidence was retracted. */
export const Retracted = z.literal(true).optional().describe('Present if the record was retracted')

const maxItems = 20

const evidenceTypes = {
  signal: { en: ['Signal', 'an observation'], ru: ['Сигнал', 'наблюдение'] },
  insight: { en: ['Insight', 'a conclusion from data'], ru: ['Вывод', 'заключение по данным'] },
  economics: {
    en: ['Economics', 'costs and earnings of a period'],
    ru: ['Экономика', 'расходы и доходы за период'],
  },
  decision: { en: ['Decision', 'an earlier decision'], ru: ['Решение', 'более раннее решение'] },
} as const satisfies Enumeration

// The order of the keys is that in which PostgreSQL returns them. Otherwise the list of a body would differ from the
// equal stored one.
const evidenceItem = () =>
  z.strictObject({
    id: Reference,
    type: enumOf(evidenceTypes),
  })
type EvidenceItem = z.output<ReturnType<typeof evidenceItem>>

/** Returns the rule for the records that a record rests on. */
export function evidenceList() {
  return z
    .array(evidenceItem())
    .max(maxItems)
    .check(rejectDuplicates)
    .meta({
      description: 'Records that it rests on',
      examples: [[{ type: 'signal', id: 12 }]],
    })
    .register(translations, { ru: 'Записи, на которых это основано' })
}

/** The field `evidence` of a record. */
export const evidence = {
  evidence: field(evidenceList(), p.json<EvidenceItem[]>().defaultRaw(`'[]'`)),
}

/** The field `evidence` of a record in an answer. */
export const shownEvidence = {
  evidence: z
    .array(evidenceItem().extend({ retracted: Retracted }))
    .meta({ description: 'Records that it rests on', examples: [[{ type: 'signal', id: 12 }]] }),
}
export type ShownEvidence = z.output<(typeof shownEvidence)['evidence']>

/** The field `evidence` in the body that changes a record. */
export const evidenceChange = {
  evidence: evidenceList()
    .describe('Records that it rests on. Replaces the stored list')
    .register(translations, { ru: 'Записи, на которых это основано. Заменяет сохранённый список' })
    .optional(),
}

/** Returns the trigger that stores the list as rows of the table `evidence`. */
export function storesEvidence(table: string, type: string): TriggerDef {
  const name = `${table}_evidence`
  return {
    name,
    timing: 'after',
    events: ['insert', 'update'],
    expression: `create trigger "${name}" after insert or update of "evidence" on "${table}" for each row execute function store_evidence('${type}')`,
  }
}

function rejectDuplicates(context: z.core.ParsePayload<EvidenceItem[]>): void {
  const seen = new Set<string>()
  for (const [index, { type, id }] of context.value.entries()) {
    const key = `${type} ${id}`
    if (seen.has(key))
      context.issues.push({
        code: 'custom',
        path: [index, 'id'],
        params: { sentence: duplicateValue() },
        input: id,
      })
    seen.add(key)
  }
}

/** Returns the SQL of the list `evidence` of a record, in which retracted records say so. */
export function evidenceWithRetracted(list: RawBuilder<unknown>) {
  return sql<ShownEvidence>`case when ${list} = '[]' then ${list} else (
    select jsonb_agg(case when is_retracted(item->>'type', (item->>'id')::bigint)
      then item || '{"retracted": true}' else item end order by position)
    from jsonb_array_elements(${list}) with ordinality as listed (item, position)) end`
}

/** The list `evidence` of the table aliased `record`, as answers show it. */
export const evidenceColumn = evidenceWithRetracted(sql`record.evidence`).as('evidence')

/** Returns the SQL of `true` if a record is retracted, else null. */
export function retractedOrNull(type: RawBuilder<unknown>, id: RawBuilder<unknown>) {
  // `is_retracted` is a function of migration 0008.
  return sql<true | null>`nullif(is_retracted(${type}, ${id}), false)`
}
