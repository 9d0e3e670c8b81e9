import { z } from 'zod'
import { dayPhrase, fieldPhrase, phrase } from '../language/phrase.ts'
import { message } from './rules/message.ts'
import { maxListedNames, otherNames, shortName } from './validation/error-list.ts'

/** A note to the caller of a successful request, such as an ignored field or an alias that was accepted. */
export const Warning = z.strictObject({
  field: z
    .string()
    .describe(
      `The field or query parameter. "${otherNames}" reports those beyond the first ${maxListedNames}.`,
    ),
  message,
})
export type Warning = z.output<typeof Warning>

/**
 * Returns the warnings for the fields of a body that are unknown or read-only: one for each of the first 50,
 * and one with the number of the others. Set `total` if `fields` contains only the first ones.
 */
export function ignoredFields(fields: string[], total: number = fields.length): Warning[] {
  return warningsOf(fields, total, 'field', 'unknown or read-only')
}

/** Returns the same warnings for unknown query parameters. */
export function ignoredParameters(names: string[]): Warning[] {
  return warningsOf(names, names.length, 'query parameter', 'unknown')
}

/** Returns the warning that an old name was replaced by the current one. */
export function oldNameWarning(field: string, old: string, current: string): Warning {
  return { field, message: phrase('warning.oldName', { old, current }) }
}

/** Returns a warning for each of the named fields whose day is before `today`. `path` precedes the names. */
export function pastDays(values: object, names: readonly string[], today: string, path = ''): Warning[] {
  const days = values as Record<string, unknown>
  return names.flatMap((name) => {
    const sent = days[name]
    if (typeof sent !== 'string' || sent >= today) return []
    const said = fieldPhrase('warning.dayInPast', { day: dayPhrase(sent) }).about(name)
    return [{ field: `${path}${name}`, message: said }]
  })
}

// Only a program sends a field that no form has.
function warningsOf(names: string[], total: number, kind: string, reason: string): Warning[] {
  const listed = names.slice(0, maxListedNames).map(shortName)
  const others = total - listed.length
  return [
    ...listed.map((field) => ({ field, message: `The ${kind} "${field}" is ${reason} and was ignored.` })),
    ...(others > 0
      ? [
          {
            field: otherNames,
            message: `The listed and ${others} more ${kind}s are ${reason} and were ignored.`,
          },
        ]
      : []),
  ]
}

/** The result of a write: the record as it is now, and the warnings about the input. */
export type Written<Row> = { record: Row; warnings?: Warning[] }
