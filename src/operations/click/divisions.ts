import { type RawBuilder, sql } from 'kysely'
import type { ClickDimension } from '../../metrics/click-sums.ts'
import type { clickDimensions } from '../vocabulary.ts'

/** What the rows of a comparison of clicks stand for. */
export type ClickDivision = keyof typeof clickDimensions

type Division = {
  /** What the clicks are added up by first. */
  by: ClickDimension
  /**
   * A SELECT of the row that each of these sums belongs to: `part` is the key of the sum, `key` that of the row, which is
   * shown by `id`, `name` and `platform`. The name is null for what belongs to none.
   */
  rows: RawBuilder<unknown>
}

const unnamed = sql`null::bigint as id`
const anyPlatform = sql`null::text as platform`

// An application that is deleted belongs to no product, as on the map.
const productOfApplication = sql`applications left join apps on apps.id = applications.app_id and applications.deleted_at is null
  left join products on products.id = apps.product_id`

/** How clicks are divided into rows. */
export const divisions: Record<ClickDivision, Division> = {
  application: {
    by: 'application',
    rows: sql`select id::text as part, id::text as key, id, name, platform from applications`,
  },
  company: {
    by: 'company',
    rows: sql`select id::text as part, id::text as key, id, name, ${anyPlatform} from companies`,
  },
  status: {
    by: 'status',
    rows: sql`select key as part, key, ${unnamed}, key as name, ${anyPlatform} from sums`,
  },
  product: {
    by: 'application',
    rows: sql`select applications.id::text as part, coalesce(products.id::text, '') as key, products.id, products.name, ${anyPlatform}
      from ${productOfApplication}`,
  },
  direction: {
    by: 'application',
    rows: sql`select applications.id::text as part, coalesce(directions.id::text, '') as key, directions.id, directions.name, ${anyPlatform}
      from ${productOfApplication} left join directions on directions.id = products.direction_id`,
  },
  platform: {
    by: 'application',
    rows: sql`select id::text as part, platform as key, ${unnamed}, platform as name, ${anyPlatform} from applications`,
  },
}
