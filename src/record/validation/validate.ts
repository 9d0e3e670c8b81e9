import { z } from 'zod'
import { Fault, type FieldErrors } from '../fault.ts'
import { isRequired } from '../rules/required.ts'
import { ErrorList, prohibited } from './error-list.ts'
import { invalidDate, invalidFormat, invalidSelection, requiredField } from './messages.ts'

type Issue = z.core.$ZodRawIssue

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
  const errors = new ErrorList()
  const data = validateInto(errors, schema, input)
  return errors.count === 0 ? { data: data as z.output<S> } : { errors: errors.toObject() }
}

/**
 * Returns `input` as parsed by `schema`. If it is invalid, adds the errors of its fields, whose names begin with
 * `path`, to `errors`, and returns undefined.
 */
export function validateInto<S extends z.ZodType>(
  errors: ErrorList,
  schema: S,
  input: unknown,
  path: string[] = [],
): z.output<S> | undefined {
  const result = schema.safeParse(input, { error: (issue) => messageOf(schema, issue) })
  if (result.success) return result.data
  errors.addIssues(result.error.issues, path)
  return undefined
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
  if (issue.code === 'invalid_value') return invalidSelection(undefined, issue.values)
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
  date: invalidDate(),
  email: 'The {attr} field must be a valid email address.',
  url: 'The {attr} field must be a valid URL.',
}

function upperBound(issue: Extract<Issue, { code: 'too_big' }>): string {
  if (issue.origin === 'string') return `be greater than ${issue.maximum} characters`
  if (issue.origin === 'array') return `have more than ${issue.maximum} items`
  return `be greater than ${issue.maximum}`
}

function allowedKeys(issue: Issue): string {
  const definition = (issue.inst as z.ZodType | undefined)?.def as
    | { shape?: Record<string, unknown> }
    | undefined
  const names = Object.keys(definition?.shape ?? {})
  return names.length > 0 ? `Allowed: ${names.join(', ')}` : 'Allowed: none'
}
