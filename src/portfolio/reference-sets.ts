import { z } from 'zod'
import { type Enumeration, enumerationOf, meanings } from '../record/rules/enumeration.ts'
import { canonicalDirections, Direction } from './direction/direction.ts'
import { records } from './records.ts'

const Value = z.object({ value: z.string(), meaning: z.string() })

const answers = [
  ['direction', Direction],
  ...Object.entries(records).map(([kind, { shown }]) => [kind, shown]),
]

/** The enumerations of the fields in answers, by the name of the field. Each kind has a `status` of its own. */
const enumerations = new Map<string, Enumeration>()
for (const [kind, { shape }] of answers as [string, z.ZodObject][])
  for (const [field, rule] of Object.entries<z.ZodType>(shape)) {
    const enumeration = enumerationOf(rule)
    if (enumeration)
      enumerations.set(field === 'status' ? `${kind.replace('_rule', '')}_status` : field, enumeration)
  }

/** Every enumeration of the portfolio: its values with their meanings. */
export const referenceSets = {
  canonical_direction_slugs: canonicalDirections,
  ...mapEnumerations((terms) =>
    Object.entries(meanings(terms)).map(([value, meaning]) => ({ value, meaning })),
  ),
}

/** The schema of `referenceSets`. */
export const ReferenceSets = z
  .object({
    canonical_direction_slugs: z.array(z.string()).meta({ examples: [canonicalDirections] }),
    ...mapEnumerations(() => z.array(Value)),
  })
  .meta({ examples: [referenceSets] })

function mapEnumerations<Mapped>(make: (terms: Enumeration) => Mapped): Record<string, Mapped> {
  return Object.fromEntries([...enumerations].map(([name, terms]) => [name, make(terms)]))
}
