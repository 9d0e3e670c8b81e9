import { tables } from '../../database/statement.ts'

type Named = { id: number; slug: string; name: string }

/** The tables of the records that others refer to, with the columns that name a record and its place. */
export const placeTables = tables<{
  directions: Named
  products: Named & { direction_id: number; is_favorite: boolean }
  apps: Named & { product_id: number | null; direction_id: number | null }
  decisions: {
    id: number
    product_id: number | null
    direction_id: number | null
    app_id: number | null
  }
}>()
