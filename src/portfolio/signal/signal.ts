import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { sqlText } from '../../database/tables.ts'
import { baseFields, serverFields, Timestamp } from '../../record/base-fields.ts'
import { timestampColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { atLeastOne } from '../../record/rules/at-least-one.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf, values } from '../../record/rules/enumeration.ts'
import { prose } from '../../record/rules/prose.ts'
import { nullable } from '../../record/rules/rule.ts'
import { trigramIndex } from '../../record/text-search.ts'
import { kinds } from '../kinds.ts'
import { placeReferences, placeSlugs, unplaced } from '../place/references.ts'
import { place } from '../place-columns.ts'
import { report, reportedOnce } from '../report/report.ts'
import { searchColumn, searchIndex } from '../search/column.ts'
import { productIndex, titleStems } from '../similar/column.ts'
import { isUnresolved, signalUrgency, urgencyIndex } from '../urgency.ts'
import { severities, signalStatuses, signalTypes, sourceLayers } from '../vocabulary.ts'

const fields = {
  ...baseFields,
  ...place,
  ...report,
  signal_type: field(enumOf(signalTypes), p.enum(values(signalTypes))),
  source_layer: field(enumOf(sourceLayers), p.enum(values(sourceLayers)).default('manual')),
  severity: field(enumOf(severities), p.enum(values(severities)).default('medium')),
  status: field(enumOf(signalStatuses), p.enum(values(signalStatuses)).default('open')),
  title: field(prose(255), p.text()),
  body: field(nullable(prose(20_000)), p.text().strictNullable().default(null)),
  recommended_action: field(nullable(prose(5000)), p.text().strictNullable().default(null)),
  resolution: field(
    nullable(prose(5000))
      .describe('What was done, once the signal is resolved, or why it was dismissed')
      .register(translations, { ru: 'Что сделано, когда сигнал решён, или почему он отклонён' }),
    p.text().strictNullable().default(null),
  ),
  resolved_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null)),
}

/** A growth point, a problem or a risk of a product, an app or a direction. */
export const signals = defineEntity({
  name: 'signal',
  tableName: kinds.signal.table,
  properties: { ...columns(fields), ...searchColumn(kinds.signal), ...titleStems(kinds.signal) },
  indexes: [
    searchIndex(kinds.signal, 'product_id'),
    productIndex(kinds.signal),
    { name: 'signals_direction', properties: ['direction_id', 'id'] },
    { name: 'signals_app', properties: ['app_id', 'id'] },
    // Includes the columns that filter by direction, so that a direction's trends are counted from the index alone.
    {
      name: 'signals_created',
      expression: `create index "signals_created" on "signals" ("created_at") include ("product_id", "direction_id")`,
    },
    {
      name: 'signals_resolved',
      expression: `create index "signals_resolved" on "signals" ("resolved_at") include ("product_id", "direction_id")`,
    },
    { name: 'signals_status', properties: ['status', 'id'] },
    {
      name: 'signals_unresolved',
      expression: `create index "signals_unresolved" on "signals" ("signal_type", "severity", "id") where ${sqlText(isUnresolved)}`,
    },
    {
      name: 'signals_product_unresolved',
      expression: `create index "signals_product_unresolved" on "signals" ("product_id", "id")
        include ("signal_type", "severity") where ${sqlText(isUnresolved)}`,
    },
    urgencyIndex('signals', signalUrgency),
    trigramIndex('signals', 'title'),
    reportedOnce('signals'),
  ],
})
export const StoredSignal = z.object(rules(fields))
export type StoredSignal = z.output<typeof StoredSignal>

declare module '../../database/tables.ts' {
  interface Tables {
    signals: StoredSignal
  }
}

/** A signal, as answers show it. */
export const Signal = StoredSignal.omit({ credential: true }).extend(placeSlugs)
export type Signal = z.output<typeof Signal>

const settable = StoredSignal.omit({
  ...serverFields,
  ...unplaced,
  credential: true,
  resolved_at: true,
}).partial()

/** Body that reports a signal: a type, a title, and the product, app or direction. */
export const NewSignal = atLeastOne(
  z.strictObject({ ...placeReferences, ...settable.required({ signal_type: true, title: true }).shape }),
  'product_slug',
  'product_id',
  'app_slug',
  'app_id',
  'direction_slug',
  'direction_id',
).meta({
  examples: [
    {
      product_slug: 'PRODUCT-SLUG',
      signal_type: 'problem',
      severity: 'high',
      source_layer: 'appmetrica',
      title: 'Crashes on Android 15 doubled within a week',
      recommended_action: 'Ship 4.2.1 with the camera fix',
    },
  ],
})
export type NewSignal = z.output<typeof NewSignal>

/** Body that changes a signal. Its product, app and direction are fixed. */
export const SignalChange = z.strictObject(settable.omit({ external_ref: true }).shape).meta({
  examples: [
    { status: 'resolved', resolution: 'Version 4.2.1 fixed the camera; crashes are back to normal.' },
  ],
})
export type SignalChange = z.output<typeof SignalChange>
