import type { FieldErrors } from '../../record/fault.ts'
import { toStorable } from '../../record/rules/text.ts'
import { truncate } from '../../record/rules/truncate.ts'

const maxFields = 20
const maxBytes = 2000
const maxMessageLength = 400
// What was sent is removed first, so that no part of it is left where the message is cut.
const maxSearchedLength = 4000
const unknownName = '(unknown)'
// Every name of a field, `body`, and the name under which further fields are counted.
const safeName = /^(?:[\w-]{1,50}(?:\.[\w-]{1,50}){0,5}|…)$/
const prohibited = ' field is prohibited.'

/** The parts of a request: what was sent, and which of the names the route knows. */
export type SentInput = { sent: unknown[]; isKnown: (name: string) => boolean }

/**
 * Returns the errors of a rejected request for the log: at most 20 fields and 2 kB, without anything that was sent. An
 * unknown name is what a client wrote, as a value is, so it is left out too.
 */
export function loggedErrors(errors: FieldErrors, { sent, isKnown }: SentInput): Record<string, string[]> {
  // A Map, because a field may be named `toString`.
  let logged = new Map<string, string[]>()
  for (const [field, said] of Object.entries(errors)) {
    const messages = said.map(String)
    const isUnknown = !isKnown(field) && messages.some((message) => message.includes(prohibited))
    const name = isUnknown ? nameOfUnknown(field, isKnown) : safeName.test(field) ? field : unknownName
    const values = sent.map((input) => valueAt(input, field))
    const texts = messages.map((text) => withoutSent(isUnknown ? withoutName(text) : text, values))
    const next = new Map(logged).set(name, [...new Set([...(logged.get(name) ?? []), ...texts])])
    const bytes = Buffer.byteLength(JSON.stringify(Object.fromEntries(next)))
    if (bytes <= maxBytes && next.size <= maxFields) logged = next
  }
  return Object.fromEntries(logged)
}

// Keeps the known field that contains it, and its place in a list: `tasks.1.(unknown)`.
function nameOfUnknown(field: string, isKnown: SentInput['isKnown']): string {
  const [, known = '', index = ''] = /^(\w+)((?:\.\d+)*)\./.exec(field) ?? []
  return isKnown(known) ? `${known}${index}.${unknownName}` : unknownName
}

// The sentence repeats the name.
function withoutName(message: string): string {
  return `The${message.slice(message.lastIndexOf(prohibited))}`
}

function withoutSent(message: string, values: unknown[]): string {
  let text = truncate(message, maxSearchedLength).replace(/".*"/s, '"…"')
  for (const value of values) {
    const word = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
    if (word === '' || word.length > maxSearchedLength) continue
    text = text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}\\p{N}])`, 'giu'), '…')
  }
  return toStorable(truncate(text, maxMessageLength))
}

function valueAt(input: unknown, field: string): unknown {
  let value = input
  for (const name of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}
