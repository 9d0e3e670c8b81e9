import { defineEntity, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { z } from 'zod'
import { calendarDay } from '../../record/column.ts'
import { day } from '../../record/day.ts'
import { columns, field } from '../../record/field.ts'

const fields = {
  day: field(day, calendarDay().primary()),
  count: field(z.int(), p.integer()),
}

/** How often the language model was asked on each day (UTC), by every process together. */
export const dailyReplies = defineEntity({
  name: 'daily_replies',
  tableName: 'daily_replies',
  properties: columns(fields),
})

/** Counts one more question to the language model; false where the day's are spent. */
export async function spendReply(em: EntityManager, most: number): Promise<boolean> {
  const { rows } = await sql`
    insert into daily_replies as spent ("day", "count")
    select (now() at time zone 'utc')::date, 1 where ${most} > 0
    on conflict ("day") do update set "count" = spent."count" + 1 where spent."count" < ${most}
    returning "count"
  `.execute(em.getKysely())
  return rows.length > 0
}
