import { type RawBuilder, sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { kinds } from '../kinds.ts'
import { proposedField, proposedRecords } from './proposal.ts'
import {
  type Beside,
  best,
  jsonRows,
  nothingBeside,
  openHere,
  type PlaceValues,
  placeInProduct,
  placeOfProduct,
  placeValues,
  type RecordPlace,
  type SimilarRecord,
} from './record.ts'

// "QR Scanner" and "QR Scanner for iPad" have more, "QR Scanner" and "Document Scanner" less.
const minScore = 0.65

/**
 * Returns the products and apps whose names, or candidate names, resemble one of `names`, and the proposals that would
 * create such ones, best first, and the unresolved signals of the place of the new record.
 */
export async function besideName(
  read: Read,
  names: (string | null | undefined)[],
  place: RecordPlace,
): Promise<Beside> {
  const [found] = await read(
    selectNames({ names: names.filter((name) => name != null), ...placeValues(place) }),
  )
  if (!found) return nothingBeside
  const { similar, open_here } = found
  return { similar: best(similar, minScore), open_here }
}

const selectNames = statement(
  'products.similar_names',
  { product_id: 7, names: ['QR Scanner'] },
  (values: PlaceValues & { names: string[] }) => {
    const similar = sql<SimilarRecord>`
      select kind, id, slug, title, status, place, max((
        similarity(found.name, sought.name)
        + greatest(strict_word_similarity(found.name, sought.name), strict_word_similarity(sought.name, found.name))
      ) / 2) as score
      from (select search_text(name) as name from unnest(${param('names')}::text[]) as name) as sought
      cross join lateral (
        ${named('product', 'name', placeOfProduct)}
        union all ${named('app', 'name', placeInProduct)}
        union all ${named('app', 'product_candidate_name', placeInProduct)}
        union all ${proposedName('product')} union all ${proposedName('app')}
      ) as found
      group by kind, id, slug, title, status, place`
    return sql<Beside>`select ${jsonRows(similar)} as similar, ${openHere(values)}`
  },
)

// The operator % selects by the index. It requires a similarity of 0.3, as `minScore` does.
function named(kind: 'product' | 'app', column: string, place: RawBuilder<unknown>): RawBuilder<unknown> {
  const { table, status } = kinds[kind]
  const name = sql`search_text(record.${sql.ref(column)})`
  return sql`
    select ${sql.lit(kind)} as kind, record.id, record.slug, record.name as title,
      record.${sql.ref(status)} as status, ${place} as place, ${name} as name
    from ${sql.table(table)} as record where ${name} % sought.name`
}

function proposedName(kind: 'product' | 'app'): RawBuilder<unknown> {
  return sql`
    select 'proposal', record.id, null, record.title, 'proposed', ${placeInProduct}, proposed.name
    from (${proposedRecords(kind)}) as record
      cross join lateral (
        select search_text(name) as name
        from (values (${proposedField('name')}), (${proposedField('product_candidate_name')})) as named (name)
      ) as proposed
    where proposed.name % sought.name`
}
