import { z } from 'zod'
import { Fault, type FieldErrors } from '../fault.ts'
import { isRequired } from '../rules/required.ts'
import { attribute, invalidFormat, invalidSelection, requiredField } from './messages.ts'
import { maxListedNames, otherNames, shortName } from './sent-name.ts'

type Issue = z.core.$ZodRawIssue

// Limits of an answer. Without them it could be many times the request: an unknown field takes a few bytes of
// a body, but its message lists every allowed field.
const maxErrorLength = 12_000
const maxAllowedLists = 10

/** Returns `input` as parsed by `schema`. Throws one fault that lists every invalid field. */
export function validate<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = safeValidate(schema, input)
  if (result.data !== undefined) return result.data
  throw new Fault('validation_failed', 'Validation failed.', result.errors)
}

/** Like `validate`, but returns the errors instead of throwing them. */
export function safeValidate<S extends z.ZodType>(
  schema: S,
  input: unknown,
): { data: z.output<S>; errors?: undefined } | { data?: undefined; errors: FieldErrors } {
  const result = schema.safeParse(input, { error: (issue) => messageOf(schema, issue) })
  return result.success ? { data: result.data } : { errors: fieldErrors(result.error.issues) }
}

function fieldErrors(issues: z.core.$ZodIssue[]): FieldErrors {
  const errors = new ErrorList()
  const wrongType = new Set<string>()
  for (const issue of issues) {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys') errors.addUnknown(path, issue.keys, issue.message)
    else {
      const name = path.join('.') || 'body'
      // The length of a value of the wrong type means nothing.
      if (wrongType.has(name)) continue
      if (issue.code === 'invalid_type') wrongType.add(name)
      errors.add(name, issue.message)
    }
  }
  return errors.toObject()
}

/** Collects error messages by field, up to the limits of an answer. The other fields are counted. */
class ErrorList {
  // A Map, because a field may be named `toString`.
  readonly #messages = new Map<string, string[]>()
  readonly #others = new Set<string>()
  #unlisted = 0
  #unknown = 0
  #length = 0

  add(name: string, text: string): void {
    const message = text.replaceAll('{attr}', () => attribute(name))
    const messages = this.#messages.get(name) ?? []
    if (messages.includes(message)) return
    if (this.#length > maxErrorLength) {
      if (messages.length === 0) this.#others.add(name)
      return
    }
    this.#length += `"${name}":["${message}"],`.length
    this.#messages.set(name, [...messages, message])
  }

  addUnknown(path: string[], keys: string[], text: string): void {
    const listed = keys.slice(0, maxListedNames - this.#unknown)
    this.#unlisted += keys.length - listed.length
    for (const key of listed) {
      this.#unknown += 1
      const withoutList = this.#unknown > maxAllowedLists
      this.add([...path, shortName(key)].join('.'), withoutList ? prohibited : text)
    }
  }

  toObject(): FieldErrors {
    const others = this.#others.size + this.#unlisted
    if (others > 0) this.#messages.set(otherNames, [`The listed and ${others} more fields are invalid.`])
    return Object.fromEntries(this.#messages)
  }
}

// Clients match these texts. The first condition that applies decides.
function messageOf(schema: z.ZodType, issue: Issue): string {
  if (issue.code === 'custom') return issue.params?.sentence ?? issue.message ?? invalidFormat()
  if (issue.code === 'unrecognized_keys') return `${prohibited} ${allowedKeys(issue)}.`
  if (issue.input === undefined || (issue.input === null && isRequired(schema, issue.path ?? [])))
    return requiredField()
  if (issue.input === null && isDate(issue)) return formatMessages.date
  if (issue.code === 'invalid_type')
    return `The {attr} field must be ${typeNames[issue.expected] ?? 'valid'}.`
  if (issue.code === 'invalid_union') return closestMessage(issue.errors)
  if (issue.code === 'invalid_value') return `${invalidSelection()} Allowed: ${issue.values.join(', ')}.`
  if (issue.code === 'invalid_format') return formatMessages[issue.format] ?? invalidFormat()
  if (issue.code === 'too_big') return `The {attr} field must not ${upperBound(issue)}.`
  if (issue.code === 'too_small') return `The {attr} field must be at least ${issue.minimum}.`
  return invalidFormat()
}

// The value has the type of an option whose error is not about the type.
function closestMessage(errors: readonly z.core.$ZodIssue[][]): string {
  const issues = errors.flat()
  const closest = issues.find(({ code }) => code !== 'invalid_type') ?? issues[0]
  return closest?.message ?? invalidFormat()
}

const prohibited = 'The {attr} field is prohibited.'

function isDate({ inst }: Issue): boolean {
  return inst !== undefined && z.globalRegistry.get(inst as z.ZodType)?.format === 'date'
}

const typeNames: Record<string, string> = {
  string: 'a string',
  int: 'an integer',
  number: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}

const formatMessages: { date: string; [format: string]: string } = {
  date: 'The {attr} field must match the format Y-m-d.',
  email: 'The {attr} field must be a valid email address.',
  url: 'The {attr} field must be a valid URL.',
}

function upperBound(issue: Extract<Issue, { code: 'too_big' }>): string {
  if (issue.origin === 'string') return `be greater than ${issue.maximum} characters`
  if (issue.origin === 'array') return `have more than ${issue.maximum} items`
  return `be greater than ${issue.maximum}`
}

function allowedKeys(issue: Issue): string {
  const definition = issue.inst?._zod.def as { shape?: Record<string, unknown> } | undefined
  const names = Object.keys(definition?.shape ?? {})
  return names.length > 0 ? `Allowed: ${names.join(', ')}` : 'Allowed: none'
}
