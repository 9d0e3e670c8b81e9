import type { z } from 'zod'
import { attribute } from './violation.ts'

/** The field `to` may not be before the field `from`. Judged even when other fields fail as well. */
export function inOrder<S extends z.ZodObject>(schema: S, from: string, to: string): S {
  const ordered = (value: Record<string, unknown>) => {
    const [first, last] = [value[from], value[to]]
    return typeof first !== 'string' || typeof last !== 'string' || first <= last
  }
  return schema.refine(ordered, {
    path: [to],
    params: { sentence: `The {attr} field must be a date after or equal to ${attribute(from)}.` },
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  })
}
