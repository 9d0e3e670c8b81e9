import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { isUnresolved } from '../../portfolio/urgency.ts'
import { mostUrgentFirst, type WorstSignal } from './read.ts'

const maxOwners = 5

/** What a person must know first about a product. */
export type ProductHead = {
  worst: WorstSignal | null
  /** The users who own applications of its apps, without blocked ones. */
  owners: { id: number; name: string }[]
}

/** Returns the most urgent unresolved signal of a product, and its owners, by one statement. */
export async function readProductHead(read: Read, query: { product_id: number }): Promise<ProductHead> {
  const [head] = await read(selectHead(query))
  return head ?? { worst: null, owners: [] }
}

const owners = sql`select distinct users.id, users.name
  from apps
    join applications on applications.app_id = apps.id and applications.deleted_at is null
    join users on users.id = applications.owner_id and users.status <> 'blocked'
  where apps.product_id = ${param('product_id')}
  order by users.name, users.id limit ${sql.lit(maxOwners)}`

const selectHead = statement(
  'map.product_head',
  { product_id: 7 },
  () => sql<ProductHead>`
      select (
          select json_build_object('id', id, 'title', title, 'signal_type', signal_type, 'severity', severity)
          from signals where product_id = ${param('product_id')} and ${isUnresolved}
          order by ${mostUrgentFirst} limit 1
        ) as worst,
        (select coalesce(json_agg(owner), '[]') from (${owners}) as owner) as owners`,
)
