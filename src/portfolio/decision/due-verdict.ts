import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { dayColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { day } from '../../record/rules/day.ts'
import { Id } from '../../record/rules/id.ts'
import { decisions } from './decision.ts'

const fields = {
  decision_id: field(
    Id,
    p
      .manyToOne(decisions)
      .mapToPk()
      .fieldName('decision_id')
      .primary()
      .updateRule('no action')
      .deleteRule('cascade'),
  ),
  // The day by which the decision expected a result.
  expected_by: field(day, dayColumn().primary()),
}

/** The verdicts that history says are due: its entry is written once for each decision and day. */
export const dueVerdicts = defineEntity({
  name: 'due_verdict',
  tableName: 'due_verdicts',
  properties: columns(fields),
})
const StoredVerdict = z.object(rules(fields))

declare module '../../database/tables.ts' {
  interface Tables {
    due_verdicts: z.output<typeof StoredVerdict>
  }
}
