import { z } from 'zod'
import { onlyOfPositions } from '../../portfolio/decision/expectation.ts'
import { appPlatforms, metrics } from '../../portfolio/vocabulary.ts'
import { country } from '../../record/rules/country.ts'
import { day } from '../../record/rules/day.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf, values } from '../../record/rules/enumeration.ts'
import { integer } from '../../record/rules/integer.ts'
import { isObjectPayload } from '../../record/rules/rule.ts'
import { Slug } from '../../record/rules/slug.ts'
import { text } from '../../record/rules/text.ts'

/** What is measured. */
export const Metric = enumOf(metrics)
export type Metric = z.output<typeof Metric>

/** The fields of the query of trends. */
export const trendFields = {
  metric: Metric,
  product_slug: Slug.optional()
    .describe('Only the apps of this product')
    .register(translations, { ru: 'Только приложения этого продукта' }),
  app_slug: Slug.optional().describe('Only this app').register(translations, { ru: 'Только это приложение' }),
  keyword: text(255)
    .optional()
    .describe('Only of positions')
    .register(translations, { ru: 'Только для позиций' }),
  country: country
    .optional()
    .describe('Only of positions, such as CY')
    .register(translations, { ru: 'Только для позиций, например CY' }),
  days: integer(7, 365).default(28).describe('7 to 365'),
}

type Sent = { metric?: Metric; product_slug?: string; app_slug?: string; keyword?: string; country?: string }

/** Returns a schema of these fields that rejects a product beside an app, and a keyword or country of another metric. */
export function withTrendRules<S extends z.ZodObject>(schema: S): S {
  return schema
    .refine(({ product_slug, app_slug }: Sent) => product_slug === undefined || app_slug === undefined, {
      path: ['app_slug'],
      params: { sentence: 'The {field} field is prohibited beside product_slug.' },
      when: isObjectPayload,
    })
    .refine(...onlyOfPositions('keyword'))
    .refine(...onlyOfPositions('country'))
}

/** Query of the trends of a metric. */
export const TrendsQuery = withTrendRules(z.object(trendFields))
export type TrendsQuery = z.output<typeof TrendsQuery>

const Value = z.number().nullable()

/** How a metric of an app developed in a period and in the period before it. */
export const MetricTrend = z.object({
  metric: z.enum(values(metrics)),
  app_slug: z.string(),
  name: z.string().describe('The name of the app'),
  platform: z.enum(values(appPlatforms)),
  keyword: z.string().nullable().describe('Null unless metric is position'),
  country: z.string().nullable().describe('Null unless metric is position'),
  current: Value.describe(
    'The sum of the clicks, the last rating or the median position; null if none was measured',
  ),
  previous: Value.describe('Likewise, in the earlier period'),
  change: Value.describe('current minus previous, so a position that rises has a negative change'),
  change_percent: Value,
  measured_since: day
    .nullable()
    .describe(
      'The first day with stored clicks of the app, if it is after the first day that is compared: what was not measured before it is null, and a period that it is in has fewer days. Null otherwise, and unless metric is clicks',
    ),
  points: z
    .array(z.object({ from: day, to: day, value: Value }))
    .max(60)
    .describe(
      'Each day of the current period, or each week if it has more than 31 days. The first week may be shorter',
    ),
})
export type MetricTrend = z.output<typeof MetricTrend>
