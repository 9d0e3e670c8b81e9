import { p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { z } from 'zod'
import { fieldPhrase } from '../../language/phrase.ts'
import { field } from '../../record/field.ts'
import { country } from '../../record/rules/country.ts'
import { day } from '../../record/rules/day.ts'
import { decimal } from '../../record/rules/decimal.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { Id } from '../../record/rules/id.ts'
import { withoutCredentials } from '../../record/rules/prose.ts'
import { isObjectPayload, nullable } from '../../record/rules/rule.ts'
import { text } from '../../record/rules/text.ts'
import { requiredField } from '../../record/validation/messages.ts'
import { appReference, productReference } from '../place/references.ts'
import { metricDirections, metrics } from '../vocabulary.ts'

/** The most expectations of a decision. */
export const maxExpectations = 5
/** The fewest days from the day of a decision to the day by which something is expected. */
export const minDaysUntil = 7

const amounts = {
  metric: enumOf(metrics),
  direction: enumOf(metricDirections),
  at_least: decimal(0.01, 1_000_000)
    .describe('In percent, points or places')
    .register(translations, { ru: 'В процентах, пунктах или местах' }),
  by: day
    .describe(`At least ${minDaysUntil} days after the decision, and after today`)
    .register(translations, {
      ru: `Не раньше чем через ${minDaysUntil} дней после решения и позже сегодняшнего дня`,
    }),
}
const ofPosition = {
  keyword: nullable(withoutCredentials(text(255)))
    .describe('Of a position')
    .register(translations, { ru: 'Для позиции' }),
  country: nullable(country)
    .describe('Of a position, such as CY')
    .register(translations, { ru: 'Для позиции, например CY' }),
}

/**
 * What a decision is expected to change. `id` numbers it within the decision. It measures an app or else a product, whose
 * id is null otherwise.
 */
// The order of the keys is that in which PostgreSQL returns them. Otherwise the list of a body would differ from the
// equal stored one.
export const StoredExpectation = z.strictObject({
  by: amounts.by,
  id: z.int().min(1).describe('Its number within the decision'),
  app_id: Id.nullable(),
  metric: amounts.metric,
  country: ofPosition.country,
  keyword: ofPosition.keyword,
  at_least: amounts.at_least,
  direction: amounts.direction,
  product_id: Id.nullable(),
})
export type StoredExpectation = z.output<typeof StoredExpectation>

const storedList = z.array(StoredExpectation).max(maxExpectations)

/** The field `expected` of a decision. */
export const expected = {
  expected: field(storedList, p.json<StoredExpectation[]>().defaultRaw(`'[]'`)),
}

/** The field `expected` of a decision in an answer, with the slug of what is measured. */
export const Expectation = StoredExpectation.extend({
  app_slug: z.string().nullable().describe('The app that is measured'),
  product_slug: z.string().nullable().describe('The product that is measured, null for an app'),
})
export type Expectation = z.output<typeof Expectation>

/** An expectation in a body. */
export const NewExpectation = z
  .strictObject({
    metric: amounts.metric,
    ...appReference,
    ...productReference,
    keyword: ofPosition.keyword.optional(),
    country: ofPosition.country.optional(),
    direction: amounts.direction,
    at_least: amounts.at_least,
    by: amounts.by,
  })
  .refine(...onlyOfPositions('keyword'))
  .refine(...onlyOfPositions('country'))
  .refine(...requiredOfPositions('keyword'))
  .refine(...requiredOfPositions('country'))
export type NewExpectation = z.output<typeof NewExpectation>

const about =
  'What shall change. By default of the app or product of the decision; a rating or position is that of an app'

/** The field `expected` in the body that creates a decision. */
export const newExpected = {
  expected: z.array(NewExpectation).max(maxExpectations).describe(about).optional(),
}

/** The field `expected` in the body that changes a decision. */
export const changedExpected = {
  expected: newExpected.expected.describe(
    `${about}. Replaces the stored list; one whose day has passed must stay in it as it is`,
  ),
}

/** The field `expected` as a revert sets it. */
export const restoredExpected = { expected: storedList.optional() }

type Sent = { metric?: unknown } & { [name in 'keyword' | 'country']?: string | null | undefined }

/** Returns the rule, for `refine`, that a field is sent only with the metric `position`, which is that of no metric. */
export function onlyOfPositions(name: 'keyword' | 'country') {
  // An invalid metric has a message of its own.
  const isAllowed = ({ metric = 'position', ...sent }: Sent) =>
    sent[name] == null || metric === 'position' || !Object.hasOwn(metrics, String(metric))
  const sentence = fieldPhrase('validation.prohibitedUnlessPosition')
  return [isAllowed, { path: [name] as PropertyKey[], params: { sentence }, when: isObjectPayload }] as const
}

function requiredOfPositions(name: 'keyword' | 'country') {
  const isGiven = ({ metric, ...sent }: Sent) => metric !== 'position' || sent[name] != null
  const params = { sentence: requiredField() }
  return [isGiven, { path: [name] as PropertyKey[], params, when: isObjectPayload }] as const
}

const slugOf = (table: string, column: string) =>
  sql`(select slug from ${sql.table(table)} where id = (entry->>${sql.lit(column)})::bigint)`

/** The list `expected` of the table aliased `record`, as answers show it. */
export const expectedColumn = sql<Expectation[]>`case when record.expected = '[]' then record.expected else (
  select jsonb_agg(entry || jsonb_build_object('app_slug', ${slugOf('apps', 'app_id')},
    'product_slug', ${slugOf('products', 'product_id')}) order by position)
  from jsonb_array_elements(record.expected) with ordinality as listed (entry, position)) end`.as('expected')
