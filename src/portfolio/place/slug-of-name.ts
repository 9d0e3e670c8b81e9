import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { invalid } from '../../record/fault.ts'
import { directionIdBySlug } from '../direction/alias.ts'

const tableOf = { product: 'products', app: 'apps', direction: 'directions' } as const
type Kind = keyof typeof tableOf
type Named = { id: number; slug: string; is_name: boolean }

const maxListed = 10

/**
 * Returns the slug of the record that alone has this exact name. Any other text, such as a slug, is returned as it is.
 *
 * @throws Fault on `field` with the slugs and ids of all records that the text may mean, if they are several
 */
export async function slugOfName(read: Read, kind: Kind, text: string, field: string): Promise<string> {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : null
  const found = await read(selectNamed[kind]({ name: text, slug: text.toLowerCase(), id }))
  const [record, another] = found
  if (another) {
    const records = found.slice(0, maxListed).map(({ slug, id }) => `${slug} (id ${id})`)
    const more = found.length > maxListed ? ' or others' : ''
    throw invalid({
      [field]: `This name, slug or id may mean several ${tableOf[kind]}: ${records.join(', ')}${more}. Send the slug or the id that only one of them has.`,
    })
  }
  return record?.is_name ? record.slug : text
}

const selectNamed = { product: named('product'), app: named('app'), direction: named('direction') }

function named(kind: Kind) {
  const bySlug = kind === 'direction' ? sql`id = ${directionIdBySlug('slug')}` : sql`slug = ${param('slug')}`
  return statement(
    `${tableOf[kind]}.by_name`,
    { name: 'QR Scanner', slug: 'qr-scanner', id: 7 },
    (_: {
      name: string
      slug: string
      id: number | null
    }) => sql<Named>`select id, slug, name = ${param('name')} as is_name from ${sql.table(tableOf[kind])}
        where ${bySlug} or id = ${param('id')}::bigint or name = ${param('name')}
        order by id limit ${sql.lit(maxListed + 1)}`,
  )
}
