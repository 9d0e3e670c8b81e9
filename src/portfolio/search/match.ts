import type { Place, Term } from './terms.ts'

/** Records of some products and apps, whose names contain terms, match if their own words contain the other terms. */
type PlacedMatch = {
  products: number[]
  apps: number[]
  /** The other terms as a `tsquery`; null if there are none. */
  tsquery: string | null
  /** How many terms the names contain. */
  named: number
}

/** What the records that a search finds have in common. */
export type Match = {
  /** The `tsquery` for the words of a record itself. */
  tsquery: string
  placed: PlacedMatch[]
  /** The products and apps whose names contain an excluded term. `placed` has what else finds their records. */
  excluded: { products: number[]; apps: number[] }
  /** Each term that is not excluded, as a `tsquery`. */
  wanted: string[]
}

// Each makes the statement longer. Those whose names contain the most terms are kept.
const maxPlaced = 6

/** Returns the match of all terms of an alternative. The text is empty if there is nothing to search for. */
export function matchAll(terms: Term[], queries: string[], places: Place[]): Match {
  const positions = terms.map((_, position) => position).filter((position) => queries[position] !== '')
  const alternatives = Map.groupBy(positions, (position) => terms[position]?.alternative)
  return matchOf([...alternatives.values()], { terms, queries, places })
}

/** Returns the match of any term and no excluded one, or null if it is the same as that of all of them. */
export function matchAny(terms: Term[], queries: string[], places: Place[]): Match | null {
  const positions = terms.map((_, position) => position).filter((position) => queries[position] !== '')
  const wanted = positions.filter((position) => !terms[position]?.isExcluded)
  const excluded = positions.filter((position) => terms[position]?.isExcluded)
  if (wanted.length < 2) return null
  return matchOf(
    wanted.map((position) => [position, ...excluded]),
    { terms, queries, places },
  )
}

type Given = { terms: Term[]; queries: string[]; places: Place[] }

function matchOf(alternatives: number[][], { terms, queries, places }: Given): Match {
  const isExcluded = (position: number) => terms[position]?.isExcluded ?? false
  const used = new Set(alternatives.flat())
  const wanted = [...used].filter((position) => !isExcluded(position))
  // Undefined if no record of a place with these terms in its name can match, null if every record does.
  const othersThan = (named: Set<number>): string | null | undefined => {
    const possible = alternatives.filter(
      (terms) => !terms.some((term) => isExcluded(term) && named.has(term)),
    )
    const others = possible.map((terms) =>
      terms
        .filter((term) => !named.has(term))
        .map((term) => `${isExcluded(term) ? '!' : ''}(${queries[term]})`)
        .join(' & '),
    )
    if (others.length === 0) return undefined
    return others.includes('') ? null : others.map((other) => `(${other})`).join(' | ')
  }
  const tsquery = othersThan(new Set()) ?? ''
  const placed = new Map<string, PlacedMatch>()
  const excluded: Match['excluded'] = { products: [], apps: [] }
  for (const { kind, id, terms: all } of places) {
    const named = new Set(all.filter((term) => used.has(term)))
    const list = kind === 'product' ? 'products' : 'apps'
    if ([...named].some(isExcluded)) excluded[list].push(id)
    const others = othersThan(named)
    if (others === undefined || others === tsquery) continue
    const count = [...named].filter((term) => !isExcluded(term)).length
    const key = `${count} ${others}`
    const match = placed.get(key) ?? { products: [], apps: [], tsquery: others, named: count }
    match[list].push(id)
    placed.set(key, match)
  }
  return {
    tsquery,
    placed: [...placed.values()].toSorted((one, other) => other.named - one.named).slice(0, maxPlaced),
    excluded,
    wanted: wanted.map((position) => queries[position] ?? ''),
  }
}
