import { z } from 'zod'
import type { Enumeration } from '../record/rules/enumeration.ts'
import { canonicalDirections } from './direction/direction.ts'
import { reference } from './vocabulary.ts'

const Value = z.object({ value: z.string(), meaning: z.string() })

/** Every enumeration of the portfolio: its values with their meanings. */
export const referenceSets = {
  canonical_direction_slugs: canonicalDirections,
  ...mapReference((terms) => Object.entries(terms).map(([value, meaning]) => ({ value, meaning }))),
}

/** The schema of `referenceSets`. */
export const ReferenceSets = z
  .object({
    canonical_direction_slugs: z.array(z.string()).meta({ examples: [canonicalDirections] }),
    ...mapReference(() => z.array(Value)),
  })
  .meta({ examples: [referenceSets] })

function mapReference<Mapped>(make: (terms: Enumeration) => Mapped) {
  return Object.fromEntries(Object.entries(reference).map(([set, terms]) => [set, make(terms)])) as Record<
    keyof typeof reference,
    Mapped
  >
}
