import type { z } from 'zod'
import { isObjectPayload } from './rule.ts'
import { attribute } from './validate.ts'

/** The moment `to` may not be before the moment `from`. Judged where both are right, even when other fields fail. */
export function orderedDates<S extends z.ZodObject>(schema: S, from: string, to: string): S {
  const ordered = (value: Record<string, unknown>) => {
    const [first, last] = [value[from], value[to]]
    return typeof first !== 'string' || typeof last !== 'string' || first <= last
  }
  return schema.refine(ordered, {
    path: [to],
    params: { sentence: `The {attr} field must be a date after or equal to ${attribute(from)}.` },
    when: (payload) =>
      isObjectPayload(payload) && !payload.issues.some(({ path }) => path?.[0] === from || path?.[0] === to),
  })
}
