import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { type Enumeration, enumerationRegistry } from '../../record/enumeration.ts'
import { defaults } from '../../record/field.ts'
import { examples, readKnown } from './examples.ts'
import { type Operation, writes } from './writes.ts'

const base = '/api/portfolio'

/** How to send a write, generated from the schema that validates it. */
export type Guide = {
  operation: Operation
  summary: string
  description?: string
  method: string
  path: string
  headers: Record<string, string>
  body_schema: Record<string, unknown>
  /** The meaning of each value, by the name of the field. */
  enumerations: Record<string, Enumeration>
  example: Record<string, unknown>
  curl: string
}

/** Headers and rules that hold for every write. */
export const conventions = {
  headers: {
    'X-Portfolio-Token': '$PORTFOLIO_TOKEN, with scope write',
    'Content-Type': 'application/json',
    'Idempotency-Key': 'optional, on POST: a retry with the same key and body is stored once',
  },
  notes: [
    'Test with ?dry_run=1: the same validation and answer, but nothing is stored.',
    'An unknown field is rejected with 422; errors names every invalid field and the allowed values.',
    'Write conclusions in words. Do not send raw events, reviews, logs or exports; there are no fields for them.',
  ],
}

/** Lists every write, one line each. */
export function listWrites(): { operation: Operation; method: string; path: string; summary: string }[] {
  return writeOperations.map((operation) => {
    const { method, path, summary } = writes[operation]
    return { operation, method, path: base + path, summary }
  })
}

// `as`, because Object.keys is typed string[].
export const writeOperations = Object.keys(writes) as [Operation, ...Operation[]]

/** Describes one write, with an example that names records of this portfolio. */
export async function describeWrite(read: Read, operation: Operation, publicUrl: string): Promise<Guide> {
  const { method, path, summary, body, ...rest } = writes[operation]
  const { target, body: example } = examples[operation](await readKnown(read))
  return {
    operation,
    summary,
    ...rest,
    method,
    path: base + path,
    headers: conventions.headers,
    ...publishBody(operation, body),
    example,
    curl: curl(method, publicUrl, base + path.replace(/\{\w+\}/, String(target)), example),
  }
}

const published = new Map<Operation, Pick<Guide, 'body_schema' | 'enumerations'>>()

// Published once per process. Enumerations are listed apart, so that a meaning is not repeated in every description.
function publishBody(operation: Operation, body: z.ZodType) {
  const known = published.get(operation)
  if (known) return known
  const enumerations: Record<string, Enumeration> = {}
  const { $schema: _, ...body_schema } = z.toJSONSchema(body, {
    io: 'input',
    override: ({ zodSchema, jsonSchema, path }) => {
      const known = defaults.get(zodSchema)
      if (known && writes[operation].method === 'POST') jsonSchema.default = known.value as string | boolean
      const enumeration = enumerationRegistry.get(zodSchema)?.enumeration
      if (!enumeration) return
      delete jsonSchema.description
      enumerations[fieldOf(path)] = enumeration
    },
  })
  const guide = { body_schema, enumerations }
  published.set(operation, guide)
  return guide
}

// The field that a JSON Schema path leads to, such as `tasks.priority`.
function fieldOf(path: readonly (string | number)[]): string {
  const words = ['properties', 'items', 'anyOf']
  return path.filter((step) => typeof step === 'string' && !words.includes(step)).join('.')
}

function curl(method: string, publicUrl: string, path: string, body: unknown): string {
  const json = JSON.stringify(body).replaceAll("'", "'\\''")
  return [
    `curl -sS -X ${method} "\${PORTFOLIO_URL:-${publicUrl}}${path}"`,
    '-H "X-Portfolio-Token: $PORTFOLIO_TOKEN"',
    "-H 'Content-Type: application/json'",
    `-d '${json}'`,
  ].join(' ')
}
