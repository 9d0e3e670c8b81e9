import { z } from 'zod'
import { Fault, type FieldErrors } from './fault.ts'
import { isRequired } from './required.ts'

type Issue = z.core.$ZodRawIssue
// Each is told with the fields there are: an answer to a body full of them would be many times its size.
const mostUnknown = 50

/** Reads `input` by `schema`; throws one fault that names every field which breaks a rule. */
export function validate<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = safeValidate(schema, input)
  if (result.data !== undefined) return result.data
  throw new Fault('validation_failed', 'Validation failed.', result.errors)
}

/** The same without throwing: what was read, or what is wrong with it. */
export function safeValidate<S extends z.ZodType>(
  schema: S,
  input: unknown,
): { data: z.output<S>; errors?: undefined } | { data?: undefined; errors: FieldErrors } {
  const result = schema.safeParse(input, { error: (issue) => sentence(schema, issue) })
  return result.success ? { data: result.data } : { errors: collect(result.error.issues) }
}

/** `store_url` reads as "store url" in a sentence; dotted names stay as they are. */
export function attribute(name: string): string {
  return name.includes('.') ? name : name.replaceAll('_', ' ')
}

function collect(issues: z.core.$ZodIssue[]): FieldErrors {
  // A Map: a caller may call a field `toString`.
  const errors = new Map<string, string[]>()
  const misfits = new Set<string>()
  for (const issue of issues) {
    const path = issue.path.map(String)
    const names = issue.code === 'unrecognized_keys' ? unknownNames(issue) : [path.join('.') || 'body']
    for (const name of names) {
      // A value of the wrong kind is long or short only by chance.
      if (misfits.has(name)) continue
      if (issue.code === 'invalid_type') misfits.add(name)
      const message = issue.message.replaceAll('{attr}', attribute(name))
      const messages = errors.get(name) ?? []
      if (!messages.includes(message)) errors.set(name, [...messages, message])
    }
  }
  return Object.fromEntries(errors)
}

function unknownNames({ path, keys }: z.core.$ZodIssueUnrecognizedKeys): string[] {
  return keys.slice(0, mostUnknown).map((key) => [...path.map(String), key].join('.'))
}

// The fixed texts of the contract. The first that fits a broken rule is what the caller reads.
function sentence(schema: z.ZodType, issue: Issue): string {
  if (issue.code === 'custom')
    return issue.params?.sentence ?? issue.message ?? 'The {attr} field format is invalid.'
  if (issue.code === 'unrecognized_keys') return `The {attr} field is prohibited. ${allowedKeys(issue)}.`
  if (issue.input === undefined || (issue.input === null && isRequired(schema, issue.path ?? [])))
    return 'The {attr} field is required.'
  if (issue.input === null && isDay(issue)) return formats.date
  if (issue.code === 'invalid_type') return `The {attr} field must be ${kinds[issue.expected] ?? 'valid'}.`
  if (issue.code === 'invalid_value')
    return `The selected {attr} is invalid. Allowed: ${issue.values.join(', ')}.`
  if (issue.code === 'invalid_format') return formats[issue.format] ?? 'The {attr} field format is invalid.'
  if (issue.code === 'too_big') return `The {attr} field must not ${above(issue)}.`
  if (issue.code === 'too_small') return `The {attr} field must be at least ${issue.minimum}.`
  return 'The {attr} field format is invalid.'
}

function isDay({ inst }: Issue): boolean {
  return inst !== undefined && z.globalRegistry.get(inst as z.ZodType)?.format === 'date'
}

const kinds: Record<string, string> = {
  string: 'a string',
  int: 'an integer',
  number: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}

const formats: { date: string; [format: string]: string } = {
  date: 'The {attr} field must match the format Y-m-d.',
  email: 'The {attr} field must be a valid email address.',
  url: 'The {attr} field must be a valid URL.',
}

function above(issue: Extract<Issue, { code: 'too_big' }>): string {
  if (issue.origin === 'string') return `be greater than ${issue.maximum} characters`
  if (issue.origin === 'array') return `have more than ${issue.maximum} items`
  return `be greater than ${issue.maximum}`
}

function allowedKeys(issue: Issue): string {
  const definition = issue.inst?._zod.def as { shape?: Record<string, unknown> } | undefined
  const names = Object.keys(definition?.shape ?? {})
  return names.length > 0 ? `Allowed: ${names.join(', ')}` : 'There are no arguments'
}
