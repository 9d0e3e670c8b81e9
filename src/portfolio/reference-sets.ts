import { z } from 'zod'
import { values } from '../record/term.ts'
import { canonicalDirections } from './direction/direction.ts'
import { reference } from './vocabulary.ts'

const Value = z.object({ value: z.string(), meaning: z.string() })
const sets = Object.keys(reference) as (keyof typeof reference)[]

/** Every enumeration of the portfolio, each value with its meaning. */
export const ReferenceSets = z.object({
  canonical_direction_slugs: z.array(z.string()),
  ...(Object.fromEntries(sets.map((set) => [set, z.array(Value)])) as Record<
    keyof typeof reference,
    z.ZodArray<typeof Value>
  >),
})

/** The same as a constant. */
export const referenceSets = ReferenceSets.parse({
  canonical_direction_slugs: canonicalDirections,
  ...Object.fromEntries(
    Object.entries(reference).map(([set, terms]) => [
      set,
      values(terms).map((value) => ({ value, meaning: (terms as Record<string, string>)[value] })),
    ]),
  ),
})
