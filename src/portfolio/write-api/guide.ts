import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { defaults } from '../../record/field.ts'
import { meanings, type Terms } from '../../record/term.ts'
import { examples, readKnown } from './examples.ts'
import { type Operation, writes } from './writes.ts'

const base = '/api/portfolio'

/** How a write is sent, from the very schema that judges it. */
export type Guide = {
  operation: Operation
  summary: string
  description?: string
  method: string
  path: string
  headers: Record<string, string>
  body_schema: Record<string, unknown>
  /** What each value of each enumeration means, by the field's name. */
  enumerations: Record<string, Terms>
  example: Record<string, unknown>
  curl: string
}

/** What every write has in common. */
export const conventions = {
  headers: {
    'X-Portfolio-Token': '$PORTFOLIO_TOKEN, with scope write',
    'Content-Type': 'application/json',
    'Idempotency-Key': 'optional, on POST: a repeat with the same key and body is stored once',
  },
  notes: [
    'Try with ?dry_run=1: the same checks and answers, nothing stored.',
    'An unknown field is refused with 422; errors names every field to mend and the legal values.',
    'Conclusions only: raw events, reviews, logs and exports are never sent.',
  ],
}

/** Every write, a line each. */
export function listWrites(): { operation: Operation; method: string; path: string; summary: string }[] {
  return writeOperations.map((operation) => {
    const { method, path, summary } = writes[operation]
    return { operation, method, path: base + path, summary }
  })
}

// `as`: Object.keys forgets the names of a constant.
export const writeOperations = Object.keys(writes) as [Operation, ...Operation[]]

/** How to send one write, with an example that names records of this portfolio. */
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
    ...published(operation, body),
    example,
    curl: curl(method, publicUrl, base + path.replace(/\{\w+\}/, String(target)), example),
  }
}

const told = new Map<Operation, Pick<Guide, 'body_schema' | 'enumerations'>>()

// The schema once for the process, its enumerations apart: a meaning is told once, not in every description.
function published(operation: Operation, body: z.ZodType) {
  const known = told.get(operation)
  if (known) return known
  const enumerations: Record<string, Terms> = {}
  const { $schema: _, ...body_schema } = z.toJSONSchema(body, {
    io: 'input',
    override: ({ zodSchema, jsonSchema, path }) => {
      const known = defaults.get(zodSchema)
      if (known && writes[operation].method === 'POST') jsonSchema.default = known.value as string | boolean
      const terms = meanings.get(zodSchema)?.terms
      if (!terms) return
      delete jsonSchema.description
      enumerations[fieldOf(path)] = terms
    },
  })
  const guide = { body_schema, enumerations }
  told.set(operation, guide)
  return guide
}

// The path through the document, without its own words: `tasks.priority`.
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
