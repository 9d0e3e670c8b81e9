import { z } from 'zod'
import { Fault } from '../../record/fault.ts'
import { decodeCursor } from '../../record/list/cursor.ts'
import { Provenance } from '../../record/provenance.ts'
import { day } from '../../record/rules/day.ts'
import { PathId } from '../../record/rules/id.ts'
import { clampedInteger } from '../../record/rules/integer.ts'
import { rule } from '../../record/rules/rule.ts'
import { storableString, trim } from '../../record/rules/text.ts'
import { parseTime, timeExample } from '../../record/rules/time-range.ts'

const maxChanges = 200
const cursorPattern = /^(\d{1,20}-\d{1,10}-\d{1,10})\.(\d{1,19})\.(\d{1,18})\.(\d{1,9})$/

/**
 * Decodes a cursor of the change feed to the server that made it, and the transaction id, the id and the number within
 * the transaction of the last change. Returns undefined if the text is not such a cursor.
 */
export function decodeChangeCursor(text: string): string[] | undefined {
  return decodeCursor(text, cursorPattern)
}

/** The query of the feed. */
export const ChangeQuery = z.object({
  since: rule(
    trim,
    z.string().check((context) => {
      const { value } = context
      if (decodeChangeCursor(value)) return
      const sentence = toTime(value)
        ? 'The {field} field must be a cursor, the next_cursor of an earlier answer. Send a date or a time as after.'
        : 'The {field} field format is invalid. Send the next_cursor of an earlier answer; a date or a time is sent as after.'
      context.issues.push({ code: 'custom', params: { sentence }, input: value })
    }),
  )
    .optional()
    .describe('The next_cursor of the previous response. Without it, the feed starts at the beginning'),
  after: rule(
    (value) => {
      const text = trim(value)
      return typeof text === 'string' ? (toTime(text) ?? text) : text
    },
    z
      .string()
      .check((context) => {
        const { value } = context
        if (toTime(value)) return
        const hint = decodeChangeCursor(value) ? ' Send a cursor as since.' : ''
        const sentence = `The {field} field must be a time such as ${timeExample}.${hint}`
        context.issues.push({ code: 'custom', params: { sentence }, input: value })
      })
      .meta({ format: 'date-time', examples: ['2026-11-21T10:00:00.000Z'] }),
  )
    .optional()
    .describe('Only changes after this time, RFC 3339'),
  actor: rule(
    trim,
    storableString(255).check((context) => {
      const sentence =
        'The selected {field} is invalid. Send the type and id of an author, such as portfolio_token:7 or user:1.'
      if (!isActor(context.value))
        context.issues.push({ code: 'custom', params: { sentence }, input: context.value })
    }),
  )
    .optional()
    .describe('Only changes by this author, such as portfolio_token:7 or user:1'),
  limit: clampedInteger(maxChanges).default(50).describe('Changes per page; a value above 200 counts as 200'),
})
export type ChangeQuery = z.output<typeof ChangeQuery>

// A date means the start of that day in UTC.
function toTime(text: string): string | undefined {
  return parseTime(day.safeParse(text).success ? `${text}T00:00:00Z` : text)
}

function isActor(text: string): boolean {
  const [type = '', ...rest] = text.split(':')
  const id = rest.join(':')
  if (!Provenance.shape.type.safeParse(type).success) return false
  if (type === 'system') return id === ''
  return type === 'env_token' ? id !== '' : PathId.safeParse(id).success
}

/** The message of `cursor_expired` on every surface. */
export const cursorExpiredMessage = 'The cursor has expired. Start again without one.'

/** Returns the fault of a cursor that another server or timeline made. */
export function cursorExpired(): Fault {
  return new Fault('cursor_expired', cursorExpiredMessage)
}
