import { defineEntity, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { z } from 'zod'
import { dayColumn } from '../../record/column.ts'
import { columns, field } from '../../record/field.ts'
import { day } from '../../record/rules/day.ts'

const fields = {
  day: field(day, dayColumn().primary()),
  count: field(z.int(), p.integer()),
}

/** The number of calls of the language model on each UTC day, by all processes together. */
export const dailyReplies = defineEntity({
  name: 'daily_replies',
  tableName: 'daily_replies',
  properties: columns(fields),
})

/** Counts one call of the language model. Returns false if the daily limit is reached. */
export async function countReply(em: EntityManager, maxReplies: number): Promise<boolean> {
  const { rows } = await sql`
    insert into daily_replies as counted ("day", "count")
    select (now() at time zone 'utc')::date, 1 where ${maxReplies} > 0
    on conflict ("day") do update set "count" = counted."count" + 1 where counted."count" < ${maxReplies}
    returning "count"
  `.execute(em.getKysely())
  return rows.length > 0
}
