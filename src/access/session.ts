import { defineEntity, p } from '@mikro-orm/core'
import { type Expression, sql } from 'kysely'
import { z } from 'zod'
import { Timestamp } from '../record/base-fields.ts'
import { timestampColumn } from '../record/column.ts'
import { columns, field, rules } from '../record/field.ts'
import { Id } from '../record/rules/id.ts'
import { users } from './user.ts'

const fields = {
  id: field(Id, p.bigint('number').primary()),
  user_id: field(Id, p.manyToOne(users).mapToPk().fieldName('user_id').deleteRule('cascade')),
  digest: field(z.string(), p.text().unique('sessions_digest_taken').hidden()),
  ip: field(z.string(), p.text()),
  user_agent: field(z.string().nullable(), p.text().strictNullable().default(null)),
  // The time of the login.
  created_at: field(Timestamp, timestampColumn().defaultRaw('now()')),
  last_used_at: field(Timestamp, timestampColumn().defaultRaw('now()')),
}

/** A login to the web interface. Only the digest of its secret is stored; the row is deleted when it ends. */
export const sessions = defineEntity({
  name: 'session',
  tableName: 'sessions',
  properties: columns(fields),
  indexes: [{ name: 'sessions_user', properties: ['user_id', 'id'] }],
})
export const StoredSession = z.object(rules(fields))
export type StoredSession = z.output<typeof StoredSession>

declare module '../database/tables.ts' {
  interface Tables {
    sessions: StoredSession
  }
}

/** When sessions end: minutes without a request, hours since the login. Named as in the configuration. */
export type SessionLimits = { SESSION_IDLE_MINUTES: number; SESSION_MAX_HOURS: number }

/** Returns the condition that a row `session` has not ended. The limits are SQL expressions of integers. */
export function withinLimits(idleMinutes: Expression<unknown>, maxHours: Expression<unknown>) {
  return sql<boolean>`(
    session.last_used_at > now() - make_interval(mins => ${idleMinutes})
    and session.created_at > now() - make_interval(hours => ${maxHours})
  )`
}

/** The client that logs in: its address, and its User-Agent header, which is truncated. */
export type SessionClient = { ip: string; user_agent: string | null }
