import { sql } from 'kysely'
import { z } from 'zod'
import { namedUser } from '../../access/user.ts'
import type { Read } from '../../database/read.ts'
import { all, param, statement } from '../../database/statement.ts'
import { day } from '../../record/rules/day.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { startOfDay } from '../../record/time-zone.ts'
import { recordFilters, recordQuery, slugWarnings } from '../list/filter.ts'
import { verdictDue } from '../urgency.ts'
import { decisionTypes } from '../vocabulary.ts'

/** Query of the outcomes of decisions. */
export const OutcomesQuery = z.object({
  decision_type: enumOf(decisionTypes).optional(),
  product_slug: recordQuery.product_slug
    .describe('Only decisions about this product')
    .register(translations, { ru: 'Только решения об этом продукте' }),
  direction_slug: recordQuery.direction_slug
    .describe('Only decisions in this direction; an old slug is accepted')
    .register(translations, { ru: 'Только решения этого направления; прежний slug тоже подходит' }),
  since: day
    .optional()
    .describe('Only decisions that were judged on this day or later')
    .register(translations, { ru: 'Только решения, итог которых подведён в этот день или позже' }),
})
type OutcomesQuery = z.output<typeof OutcomesQuery>

const Count = z.int().min(0)

/** How many decisions of a type were judged, and with which outcomes. */
export const TypeOutcomes = z.object({
  decision_type: enumOf(decisionTypes),
  judged: Count,
  met: Count,
  partly: Count,
  not_met: Count,
  unclear: Count,
})
export type TypeOutcomes = z.output<typeof TypeOutcomes>

/** Numbers of decisions of a person: judged ones by their outcome, and those whose verdict is due. */
export type OutcomeCounts = Omit<TypeOutcomes, 'decision_type'> & { due: number }

const countOf = (outcome: string) => sql`count(*) filter (where outcome = ${sql.lit(outcome)})`
const counts = sql`count(outcome) as judged, ${countOf('met')} as met, ${countOf('partly')} as partly,
  ${countOf('not-met')} as not_met, ${countOf('unclear')} as unclear`

/** Returns how decisions turned out, by their type, the type with the most judged decisions first. */
export async function readOutcomes(read: Read, { since, ...query }: OutcomesQuery, zone: string) {
  const judged_from = since && startOfDay(zone, since)
  const [outcomes, warnings] = await Promise.all([
    read(selectOutcomes({ ...query, judged_from })),
    slugWarnings(read, query, []),
  ])
  return { outcomes, warnings }
}

const selectOutcomes = statement(
  'decisions.outcomes',
  {
    decision_type: 'scale',
    product_slug: 'qr-scanner',
    direction_slug: 'utilities',
    judged_from: '2026-11-01T00:00:00Z',
  },
  (query: Omit<OutcomesQuery, 'since'> & { judged_from?: string | undefined }) => sql<TypeOutcomes>`
    select decision_type, ${counts} from decisions as record
    where outcome is not null and ${all([
      recordFilters({ product_slug: query.product_slug, direction_slug: query.direction_slug }),
      query.decision_type !== undefined && sql`record.decision_type = ${param('decision_type')}`,
      query.judged_from !== undefined && sql`record.judged_at >= ${param('judged_from')}::timestamptz`,
    ])}
    group by decision_type order by count(*) desc, decision_type`,
)

const fewestShown = 5

/** Returns the outcomes of decision types by their type, without types that have fewer than five judged decisions. */
export async function readKnownOutcomes(
  read: Read,
  types: readonly string[],
): Promise<Map<string, TypeOutcomes>> {
  if (types.length === 0) return new Map()
  const found = await read(selectKnown({ types: [...new Set(types)] }))
  return new Map(found.map((outcomes) => [outcomes.decision_type, outcomes]))
}

const selectKnown = statement(
  'decisions.known_outcomes',
  { types: ['scale'] },
  (_: { types: string[] }) => sql<TypeOutcomes>`
    select decision_type, ${counts} from decisions
    where outcome is not null and decision_type = any(${param('types')}::text[])
    group by decision_type having count(*) >= ${sql.lit(fewestShown)}`,
)

/** The outcomes of the decisions of a type, and of an owner by one of the spellings under which decisions have the owner. */
export type OutcomesByType = OutcomeCounts & Pick<TypeOutcomes, 'decision_type'>
export type OutcomesByOwner = OutcomeCounts & { owner: string; name: string }

/** Returns the outcomes and the due verdicts of all decisions by type and by owner, those with the most decisions first. */
export async function readOutcomeTables(
  read: Read,
  today: string,
): Promise<{ byType: OutcomesByType[]; byOwner: OutcomesByOwner[] }> {
  const [byType, byOwner] = await Promise.all([read(selectByType({ today })), read(selectByOwner({ today }))])
  return { byType, byOwner }
}

const isCounted = sql`(outcome is not null or ${verdictDue})`
const withDue = sql`${counts}, count(*) filter (where ${verdictDue}) as due`

const selectByType = statement(
  'decisions.outcomes_by_type',
  { today: '2026-11-29' },
  () => sql<OutcomesByType>`
    select decision_type, ${withDue} from decisions where ${isCounted}
    group by decision_type order by count(*) desc, decision_type`,
)

const sums = sql.join(
  ['judged', 'met', 'partly', 'not_met', 'unclear', 'due'].map(
    (name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`,
  ),
)

// A user may own decisions under the name and the email. The user is looked up once for each text.
const selectByOwner = statement(
  'decisions.outcomes_by_owner',
  { today: '2026-11-29' },
  () => sql<OutcomesByOwner>`
    with texts as materialized (
      select min(owner) as owner, ${withDue} from decisions where ${isCounted}
      group by lower(owner collate "und-x-icu")
    ), owners as (
      select record.*, ${namedUser('owner')} as "user" from texts as record
    )
    select min(owner) as owner, coalesce("user"->>'name', min(owner)) as name, ${sums} from owners
    group by "user"->>'id', "user"->>'name', case when "user" is null then owner end
    order by sum(judged + due) desc, min(owner)`,
)
