import { p } from '@mikro-orm/core'
import { z } from 'zod'
import { timestampColumn } from './column.ts'
import { field } from './field.ts'
import { Provenance } from './provenance.ts'
import { Id } from './rules/id.ts'

/** A timestamp: RFC 3339 in UTC with milliseconds. */
export const Timestamp = z.string().meta({ format: 'date-time', examples: ['2026-11-21T10:00:00.000Z'] })

/** The fields that every business record has. Only the server sets them. */
export const baseFields = {
  id: field(Id, p.bigint('number').primary()),
  created_at: field(Timestamp, timestampColumn().defaultRaw('now()')),
  updated_at: field(Timestamp, timestampColumn().onUpdate(now).defaultRaw('now()')),
  created_by: field(Provenance, p.json<Provenance>()),
  updated_by: field(Provenance, p.json<Provenance>()),
}

function now(): string {
  return new Date().toISOString()
}

/** The keys of `baseFields`, for `omit` in the schemas of request bodies. */
export const serverFields = {
  id: true,
  created_at: true,
  updated_at: true,
  created_by: true,
  updated_by: true,
} as const
