import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import type { Term } from './terms.ts'

/** A product or an app whose name contains terms of a search, by their positions. */
export type Place = { kind: 'product' | 'app'; id: number; terms: number[] }

/** The terms of a search as PostgreSQL finds them, and the places that are named by one of them. */
type FoundTerms = {
  /** The `tsquery` of each term as text, empty for a stop word. */
  queries: string[]
  places: Place[]
}

/** Returns the `tsquery` of each term and the products and apps whose names contain one, by one statement. */
export async function findTerms(read: Read, terms: Term[]): Promise<FoundTerms> {
  const [found] = await read(
    selectTerms({
      texts: terms.map(({ text }) => text),
      excluded: terms.map(({ isExcluded }) => isExcluded),
      prefixes: terms.map(({ isPrefix }) => isPrefix),
    }),
  )
  return { queries: found?.queries ?? [], places: found?.places ?? [] }
}

/**
 * A term is its stems, and for an incomplete word also every word that begins with it. A stop word beside other terms
 * is not completed: they already find every record that its completion could find. A long number may also be that of an
 * app in the App Store, whose address contains it after `id`.
 */
const selectTerms = statement(
  'search.terms',
  { texts: ['qr'], excluded: [false], prefixes: [true] },
  () => sql<FoundTerms>`
      with given as materialized (
        select number - 1 as number, text, is_prefix, stems,
          count(*) filter (where numnode(stems) > 0 and not is_excluded) over () > 0 as has_others
        from unnest(${param('texts')}::text[], ${param('excluded')}::boolean[], ${param('prefixes')}::boolean[])
            with ordinality as given (text, is_excluded, is_prefix, number),
          phraseto_tsquery('russian', text) as stems
      ), term as materialized (
        select number, case when not is_prefix or (numnode(stems) = 0 and has_others) then stems
            else stems || to_tsquery('simple', '''' || text || ''':*') end
          || case when text ~ '^[0-9]{6,12}$' then to_tsquery('simple', 'id' || text) else ''::tsquery end as query
        from given
      ), place as (
        select 'product' as kind, products.id, array_agg(number) as terms
        from products join term on products.name_words @@ query group by products.id
        union all
        select 'app', apps.id, array_agg(number)
        from apps left join products on products.id = apps.product_id
          join term on apps.name_words @@ query or products.name_words @@ query
        where exists (select from term where apps.name_words @@ query) group by apps.id
      )
      select (select coalesce(array_agg(query::text order by number), '{}') from term) as queries,
        (select coalesce(json_agg(place), '[]') from place) as places`,
)
