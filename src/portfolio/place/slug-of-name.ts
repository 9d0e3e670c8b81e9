import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement, tables } from '../../database/statement.ts'

const tableOf = { product: 'products', app: 'apps', direction: 'directions' } as const

/** Returns the slug of the record that alone has this exact name. Any other text, such as a slug, is returned as it is. */
export async function slugOfName(read: Read, kind: keyof typeof tableOf, text: string): Promise<string> {
  if (/^[a-z0-9_-]*$/i.test(text)) return text
  const [found, another] = await read(selectNamed[kind]({ name: text }))
  return found && !another ? found.slug : text
}

const selectNamed = {
  product: named('product'),
  app: named('app'),
  direction: named('direction'),
}

function named(kind: keyof typeof tableOf) {
  return statement((_: { name: string }) => ({
    compile: () =>
      sql<{
        slug: string
      }>`select slug from ${sql.table(tableOf[kind])} where name = ${param('name')} limit 2`.compile(
        tables(),
      ),
  }))
}
