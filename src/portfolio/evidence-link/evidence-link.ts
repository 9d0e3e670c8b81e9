import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { columns, field } from '../../record/field.ts'
import { Id } from '../../record/rules/id.ts'
import { decisions } from '../decision/decision.ts'
import { economics } from '../economics/economics.ts'
import { insights } from '../insight/insight.ts'
import { signals } from '../signal/signal.ts'
import { tasks } from '../task/task.ts'

const fields = {
  record_type: field(z.string(), p.text().primary()),
  record_id: field(Id, p.bigint('number').primary()),
  position: field(z.int(), p.integer().primary()),
  type: field(z.string(), p.text()),
  evidence_id: field(Id, p.bigint('number')),
}

const recordIdOf = (type: string) => `(case when record_type = '${type}' then record_id else null end) stored`
const evidenceIdOf = (type: string) => `(case when type = '${type}' then evidence_id else null end) stored`

/**
 * The items of every field `evidence`, one row each. A trigger stores them, so that the database checks that both
 * records exist and finds what rests on a record.
 */
export const evidenceLinks = defineEntity({
  name: 'evidence_link',
  tableName: 'evidence',
  properties: {
    ...columns(fields),
    for_insight_id: p
      .manyToOne(insights)
      .mapToPk()
      .fieldName('for_insight_id')
      .deleteRule('no action')
      .nullable()
      .generated(recordIdOf('insight')),
    for_economics_id: p
      .manyToOne(economics)
      .mapToPk()
      .fieldName('for_economics_id')
      .deleteRule('no action')
      .nullable()
      .generated(recordIdOf('economics')),
    for_decision_id: p
      .manyToOne(decisions)
      .mapToPk()
      .fieldName('for_decision_id')
      .deleteRule('no action')
      .nullable()
      .generated(recordIdOf('decision')),
    for_task_id: p
      .manyToOne(tasks)
      .mapToPk()
      .fieldName('for_task_id')
      .deleteRule('no action')
      .nullable()
      .generated(recordIdOf('task')),
    signal_id: p
      .manyToOne(signals)
      .mapToPk()
      .fieldName('signal_id')
      .deleteRule('no action')
      .nullable()
      .generated(evidenceIdOf('signal')),
    insight_id: p
      .manyToOne(insights)
      .mapToPk()
      .fieldName('insight_id')
      .deleteRule('no action')
      .nullable()
      .generated(evidenceIdOf('insight')),
    economics_id: p
      .manyToOne(economics)
      .mapToPk()
      .fieldName('economics_id')
      .deleteRule('no action')
      .nullable()
      .generated(evidenceIdOf('economics')),
    decision_id: p
      .manyToOne(decisions)
      .mapToPk()
      .fieldName('decision_id')
      .deleteRule('no action')
      .nullable()
      .generated(evidenceIdOf('decision')),
  },
  indexes: [{ name: 'evidence_of', properties: ['type', 'evidence_id'] }],
  checks: [
    {
      name: 'evidence_record_check',
      expression: 'num_nonnulls("for_insight_id", "for_economics_id", "for_decision_id", "for_task_id") = 1',
    },
    {
      name: 'evidence_type_check',
      expression: 'num_nonnulls("signal_id", "insight_id", "economics_id", "decision_id") = 1',
    },
  ],
})
