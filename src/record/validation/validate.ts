import { z } from 'zod'
import { fieldPhrase, type Phrase, phrase } from '../../language/phrase.ts'
import type { Key } from '../../language/translate.ts'
import { Fault, type FieldErrors, type Message } from '../fault.ts'
import { isDecimal } from '../rules/decimal.ts'
import { isRequired } from '../rules/required.ts'
import { ErrorList } from './error-list.ts'
import { invalidDate, invalidFormat, invalidSelection, prohibitedField, requiredField } from './messages.ts'

type Issue = z.core.$ZodRawIssue

/** Returns `input` as parsed by `schema`. Throws one fault that lists every invalid field. */
export function validate<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = safeValidate(schema, input)
  if (result.data !== undefined) return result.data
  throw new Fault('validation_failed', phrase('fault.validationFailed'), result.errors)
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
  // The message of an issue is text, so it is the place of the sentence in this list.
  const sentences: Message[] = []
  const place = (issue: Issue) => String(sentences.push(messageOf(schema, issue, said)) - 1)
  const said = ({ message }: { message: string }) => sentences[Number(message)] ?? message
  const result = schema.safeParse(input, { error: place })
  if (result.success) return result.data
  errors.addIssues(result.error.issues, path, said)
  return undefined
}

type Said = (issue: z.core.$ZodIssue) => Message

// Clients match these texts. The first condition that applies decides.
function messageOf(schema: z.ZodType, issue: Issue, said: Said): Message {
  if (issue.code === 'custom') return issue.params?.sentence ?? issue.message ?? invalidFormat()
  if (issue.code === 'unrecognized_keys') return prohibitedField(allowedKeys(issue))
  if (issue.input === undefined || (issue.input === null && isRequired(schema, issue.path ?? [])))
    return requiredField()
  if (issue.input === null && isDate(issue)) return formatMessages.date
  if (issue.code === 'invalid_type')
    return isDecimal(issue.inst)
      ? fieldPhrase('validation.notNumber')
      : fieldPhrase(typeMessages[issue.expected] ?? 'validation.notValid')
  if (issue.code === 'invalid_union') return closestMessage(issue.errors, said)
  if (issue.code === 'invalid_value') return invalidSelection(undefined, issue.values)
  if (issue.code === 'invalid_format') return formatMessages[issue.format] ?? invalidFormat()
  if (issue.code === 'too_big') return upperBound(issue)
  if (issue.code === 'too_small')
    return fieldPhrase('validation.tooSmall', { minimum: Number(issue.minimum) })
  return invalidFormat()
}

// The value has the type of an option whose error is not about the type.
function closestMessage(errors: readonly z.core.$ZodIssue[][], said: Said): Message {
  const issues = errors.flat()
  const closest = issues.find(({ code }) => code !== 'invalid_type') ?? issues[0]
  return closest ? said(closest) : invalidFormat()
}

function isDate({ inst }: Issue): boolean {
  return inst !== undefined && z.globalRegistry.get(inst as z.ZodType)?.format === 'date'
}

const typeMessages: Record<string, Key> = {
  string: 'validation.notString',
  int: 'validation.notInteger',
  number: 'validation.notInteger',
  boolean: 'validation.notBoolean',
  array: 'validation.notArray',
  object: 'validation.notObject',
  record: 'validation.notObject',
}

const formatMessages: { date: Phrase; [format: string]: Phrase } = {
  date: invalidDate(),
  email: fieldPhrase('validation.email'),
  url: fieldPhrase('validation.url'),
}

function upperBound({ origin, maximum: bound }: Extract<Issue, { code: 'too_big' }>): Phrase {
  const maximum = Number(bound)
  if (origin === 'string') return fieldPhrase('validation.tooLong', { maximum })
  return fieldPhrase(origin === 'array' ? 'validation.tooMany' : 'validation.tooGreat', { maximum })
}

function allowedKeys(issue: Issue): string[] {
  const definition = (issue.inst as z.ZodType | undefined)?.def as
    | { shape?: Record<string, unknown> }
    | undefined
  return Object.keys(definition?.shape ?? {})
}
