import { sql } from 'kysely'
import type { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { notFound } from '../../record/fault.ts'
import { qualifiedColumns } from '../../record/field.ts'
import type { Page } from '../../record/list/record-list.ts'
import { Named } from '../../record/named.ts'
import { clickApplication, clickCompany } from '../references.ts'
import { Click } from './click.ts'
import { type ClickQuery, listClicks } from './read.ts'

const Own = Click.omit({ app_id: true, company_id: true })

/** A row of clicks with the names of its application and company, which may have been deleted since. */
export const NamedClick = Own.extend({ application: Named, company: Named })
export type NamedClick = z.output<typeof NamedClick>

const selectByIds = statement('clicks.with_names', { ids: [1, 2] }, () =>
  db
    .selectFrom('clicks as record')
    .where(sql<boolean>`record.id = any(${param('ids')}::bigint[])`)
    .select([
      ...qualifiedColumns('record', Own),
      clickApplication.as('application'),
      clickCompany.as('company'),
    ]),
)

/** Returns a page of clicks with names, newest day first. */
export async function listNamedClicks(read: Read, query: ClickQuery): Promise<Page<NamedClick>> {
  const { rows, ...page } = await listClicks(read, query)
  const ids = rows.map(({ id }) => id)
  const named = new Map((await read(selectByIds({ ids }))).map((row) => [row.id, row]))
  return { ...page, rows: ids.map((id) => named.get(id)).filter((row) => row !== undefined) }
}

/** Returns one row of clicks with names; throws `not_found`. */
export async function readNamedClick(read: Read, id: number): Promise<NamedClick> {
  const [click] = await read(selectByIds({ ids: [id] }))
  if (!click) throw notFound()
  return click
}
