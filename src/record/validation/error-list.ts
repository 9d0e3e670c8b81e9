import type { z } from 'zod'
import { CatalogPhrase, FieldName, phrase } from '../../language/phrase.ts'
import type { FieldErrors, Message } from '../fault.ts'
import { findCredential } from '../rules/find-credential.ts'
import { toStorable } from '../rules/text.ts'
import { ellipsize, truncate } from '../rules/truncate.ts'
import { prohibitedField } from './messages.ts'

const maxLength = 100
// A credential that begins in the part that is shown ends before this length.
const maxSearchedLength = 2000
const credential = '(credential)'

/** How many unknown names an answer lists. The others are only counted. */
export const maxListedNames = 50

/** The name under which an answer reports those that it does not list. */
export const otherNames = '…'

/**
 * Returns a name that the caller sent, truncated to 100 characters, so that the answer stays short. Characters that
 * PostgreSQL cannot store are replaced, because an answer may be stored for its `Idempotency-Key`. A name that contains a
 * credential, such as a token that was pasted into the wrong place, is not repeated.
 */
export function shortName(name: string): string {
  if (findCredential(truncate(name, maxSearchedLength))) return credential
  return toStorable(ellipsize(name, maxLength))
}

// Limits of an answer. Without them it could be many times the request: an unknown field takes a few bytes of
// a body, but its message lists every allowed field.
const maxErrorLength = 12_000
const maxAllowedLists = 10

// A string, which only programs read, has the same placeholder as a phrase.
function aboutField(text: Message, name: string): Message {
  if (typeof text === 'string') return text.replaceAll('{field}', () => String(new FieldName(name)))
  return text instanceof CatalogPhrase ? text.about(name) : text
}

/** Collects error messages by field, up to the limits of an answer. The other fields are counted. */
export class ErrorList {
  // A Map, because a field may be named `toString`.
  readonly #messages = new Map<string, Message[]>()
  readonly #others = new Set<string>()
  #unlisted = 0
  #unknown = 0
  #length = 0

  /** How many fields are invalid. */
  get count(): number {
    return this.#messages.size + this.#others.size + this.#unlisted
  }

  /** Adds a message about one field, whose name it then contains. */
  add(name: string, text: Message): void {
    const message = aboutField(text, name)
    const messages = this.#messages.get(name) ?? []
    if (messages.some((other) => String(other) === String(message))) return
    if (this.#length > maxErrorLength) {
      if (messages.length === 0) this.#others.add(name)
      return
    }
    this.#length += `"${name}":["${message}"],`.length
    this.#messages.set(name, [...messages, message])
  }

  /** Adds what is wrong with a value that is at `path` of the input. `messageOf` returns the message of an issue. */
  addIssues(
    issues: z.core.$ZodIssue[],
    path: string[],
    messageOf: (issue: z.core.$ZodIssue) => Message,
  ): void {
    const wrongType = new Set<string>()
    for (const issue of issues) {
      const steps = [...path, ...issue.path.map(String)]
      if (issue.code === 'unrecognized_keys') this.#addUnknown(steps, issue.keys, messageOf(issue))
      else {
        const name = steps.join('.') || 'body'
        // The length of a value of the wrong type means nothing.
        if (wrongType.has(name)) continue
        if (issue.code === 'invalid_type') wrongType.add(name)
        this.add(name, messageOf(issue))
      }
    }
  }

  /** Adds the errors of a fault about a value that is at `path` of the input. */
  addErrors(errors: FieldErrors, path: string[]): void {
    for (const [field, messages] of Object.entries(errors)) {
      const name = [...path, field].join('.')
      const short = String(new FieldName(field))
      for (const message of messages)
        this.add(name, typeof message === 'string' ? message.replace(short, () => name) : message)
    }
  }

  #addUnknown(path: string[], keys: string[], text: Message): void {
    const listed = keys.slice(0, maxListedNames - this.#unknown)
    this.#unlisted += keys.length - listed.length
    for (const key of listed) {
      this.#unknown += 1
      const withoutList = this.#unknown > maxAllowedLists
      this.add([...path, shortName(key)].join('.'), withoutList ? prohibitedField() : text)
    }
  }

  toObject(): FieldErrors {
    const others = this.#others.size + this.#unlisted
    const counted = others > 0 && { [otherNames]: [phrase('validation.others', { count: others })] }
    return { ...Object.fromEntries(this.#messages), ...counted }
  }
}
