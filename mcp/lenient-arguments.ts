import type { z } from 'zod'
import type { Reads } from '../src/database/snapshot.ts'
import { slugOfName } from '../src/portfolio/place/slug-list.ts'
import { withKnownSpelling } from '../src/portfolio/spelling.ts'

// What tools accept besides the arguments of their schemas, because clients send it.

// The arguments that name a record by its slug.
const slugKinds = {
  product: 'product',
  product_slug: 'product',
  app: 'app',
  app_slug: 'app',
  direction_slug: 'direction',
} as const

/** Returns arguments with slugs instead of names: an agent may know a record by its name alone. */
export async function withSlugs(reads: () => Promise<Reads>, sent: unknown): Promise<unknown> {
  if (typeof sent !== 'object' || sent === null) return sent
  const args: Record<string, unknown> = { ...sent }
  for (const [name, kind] of Object.entries(slugKinds)) {
    const value = args[name]
    if (typeof value === 'string')
      args[name] = await slugOfName((await reads()).read, kind, value.trim(), name)
  }
  return args
}

// n8n adds the first four to the arguments of every tool. Agents also send `full` to tools that always return every field.
const ignoredArguments = ['sessionId', 'action', 'chatInput', 'toolCallId', 'full']

/**
 * Returns arguments under the names of the schema, without those that are not set: some clients send every argument, with
 * null or the empty string. Ignored arguments are left out, too.
 */
export function withoutUnsetArguments({ shape }: z.ZodObject, sent: unknown): unknown {
  if (sent === undefined || sent === null) return {}
  if (typeof sent !== 'object' || Array.isArray(sent)) return sent
  const isUnset = (name: string, value: unknown) =>
    Object.hasOwn(shape, name) ? value === null || value === '' : ignoredArguments.includes(name)
  const entries = Object.entries(withKnownSpelling(shape, { ...sent }))
  return Object.fromEntries(entries.filter(([name, value]) => !isUnset(name, value)))
}
