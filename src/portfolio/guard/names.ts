import type { z } from 'zod'
import { surfaces } from '../../access/actor.ts'
import { enumerationOf } from '../../record/rules/enumeration.ts'
import { AppChange, NewApp, StoredApp } from '../app/app.ts'
import { CanonRuleChange, NewCanonRule, StoredCanonRule } from '../canon-rule/canon-rule.ts'
import { DecisionChange, StoredDecision } from '../decision/decision.ts'
import { NewDecision } from '../decision/decision-with-tasks.ts'
import { Direction } from '../direction/direction.ts'
import { NewEconomics, StoredEconomics } from '../economics/economics.ts'
import { directName } from '../gate/direct.ts'
import { NewInsight, StoredInsight } from '../insight/insight.ts'
import type { KindName } from '../kinds.ts'
import { placeSlugs } from '../place/fields.ts'
import { NewProduct, ProductChange, StoredProduct } from '../product/product.ts'
import { retractionFields } from '../retraction/retraction.ts'
import { NewSignal, SignalChange, StoredSignal } from '../signal/signal.ts'
import { NewTask, StoredTask, TaskChange } from '../task/task.ts'

const stored = [
  StoredProduct,
  StoredApp.omit({ store_key: true }),
  StoredSignal.omit({ credential: true }),
  StoredInsight.omit({ credential: true }),
  StoredEconomics.omit({ credential: true }),
  StoredDecision,
  StoredTask,
  StoredCanonRule.omit({ guard_failed_at: true, guard_failure: true }),
]

/** The fields of `before` and `after`: those of all kinds of records, and the slugs of their places. */
export const recordFields = [
  ...new Set([...stored, { shape: placeSlugs }].flatMap(({ shape }) => Object.keys(shape))),
].sort()

/** The fields of the place of a record that an expression can read. */
export const placeFields = {
  product: ['slug', 'portfolio_status', 'product_focus', 'is_revenue_generating', 'health_state'],
  direction: ['slug', 'status', 'is_canonical'],
  app: ['slug', 'platform', 'implementation_status', 'product_binding_status'],
} as const

/** Every name that an expression can use, with its fields. A name without fields is a value itself. */
export const guardNames: Readonly<Record<string, readonly string[]>> = {
  write: ['kind', 'action', 'actor', 'surface', 'fields'],
  before: recordFields,
  after: recordFields,
  ...placeFields,
  today: [],
}

const bodies = {
  product: [NewProduct, ProductChange],
  app: [NewApp, AppChange],
  signal: [NewSignal, SignalChange],
  insight: [NewInsight],
  economics: [NewEconomics],
  decision: [NewDecision, DecisionChange],
  task: [NewTask, TaskChange],
  canon_rule: [NewCanonRule, CanonRuleChange],
} satisfies Record<Exclude<KindName, 'direction'>, { shape: object }[]>

const settable = new Map<string, Set<string>>(
  Object.entries(bodies).map(([kind, schemas]) => [
    kind,
    new Set([...schemas.flatMap(({ shape }) => Object.keys(shape)), ...Object.keys(retractionFields)]),
  ]),
)

/**
 * Returns those of the columns that a request can set, by their names in the API. A place has two names there, such as
 * `product_id` and `product_slug`.
 */
export function settableFields(kind: KindName, columns: string[]): string[] {
  const names = settable.get(kind)
  return columns
    .flatMap((column) => [column, column.replace(/^(product|direction|app)_id$/, '$1_slug')])
    .filter((name, index, all) => names?.has(name) && all.indexOf(name) === index)
}

/** The values that fields can have, by name and field, of the fields with an enumeration. */
export const nameValues: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  write: {
    kind: Object.keys(bodies).map((kind) => directName(kind as KindName)),
    action: ['create', 'change'],
    actor: ['agent', 'person', 'system'],
    surface: surfaces,
    fields: ['the fields that were sent'],
  },
  after: choicesOf(...stored),
  product: choicesOf(StoredProduct),
  direction: choicesOf(Direction),
  app: choicesOf(StoredApp),
}

// The statuses of several kinds have one name.
function choicesOf(...schemas: { shape: Record<string, z.ZodType> }[]): Record<string, string[]> {
  const choices: Record<string, string[]> = {}
  for (const { shape } of schemas)
    for (const [name, rule] of Object.entries(shape)) {
      const meanings = enumerationOf(rule)
      if (meanings) choices[name] = [...new Set([...(choices[name] ?? []), ...Object.keys(meanings)])]
    }
  return choices
}
