import { z } from 'zod'
import { Fault, type FieldErrors } from './fault.ts'
import { isRequired } from './required.ts'

type Issue = z.core.$ZodRawIssue
// Each message lists the allowed keys, so without a limit the response could be many times the body.
const maxUnknownKeys = 50

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

/** Returns the name of a field for messages: "store url" for `store_url`. Dotted names are unchanged. */
export function attribute(name: string): string {
  return name.includes('.') ? name : name.replaceAll('_', ' ')
}

function fieldErrors(issues: z.core.$ZodIssue[]): FieldErrors {
  // A Map, because a field may be named `toString`.
  const errors = new Map<string, string[]>()
  const wrongType = new Set<string>()
  for (const issue of issues) {
    const path = issue.path.map(String)
    const names = issue.code === 'unrecognized_keys' ? unknownKeys(issue) : [path.join('.') || 'body']
    for (const name of names) {
      // The length of a value of the wrong type means nothing.
      if (wrongType.has(name)) continue
      if (issue.code === 'invalid_type') wrongType.add(name)
      const message = issue.message.replaceAll('{attr}', attribute(name))
      const messages = errors.get(name) ?? []
      if (!messages.includes(message)) errors.set(name, [...messages, message])
    }
  }
  return Object.fromEntries(errors)
}

function unknownKeys({ path, keys }: z.core.$ZodIssueUnrecognizedKeys): string[] {
  return keys.slice(0, maxUnknownKeys).map((key) => [...path.map(String), key].join('.'))
}

// Clients match these texts. The first condition that applies decides.
function messageOf(schema: z.ZodType, issue: Issue): string {
  if (issue.code === 'custom')
    return issue.params?.sentence ?? issue.message ?? 'The {attr} field format is invalid.'
  if (issue.code === 'unrecognized_keys') return `The {attr} field is prohibited. ${allowedKeys(issue)}.`
  if (issue.input === undefined || (issue.input === null && isRequired(schema, issue.path ?? [])))
    return 'The {attr} field is required.'
  if (issue.input === null && isDate(issue)) return formatMessages.date
  if (issue.code === 'invalid_type')
    return `The {attr} field must be ${typeNames[issue.expected] ?? 'valid'}.`
  if (issue.code === 'invalid_value')
    return `The selected {attr} is invalid. Allowed: ${issue.values.join(', ')}.`
  if (issue.code === 'invalid_format')
    return formatMessages[issue.format] ?? 'The {attr} field format is invalid.'
  if (issue.code === 'too_big') return `The {attr} field must not ${upperBound(issue)}.`
  if (issue.code === 'too_small') return `The {attr} field must be at least ${issue.minimum}.`
  return 'The {attr} field format is invalid.'
}

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
