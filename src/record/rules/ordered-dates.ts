import type { z } from 'zod'
import { dateTooEarly } from '../validation/messages.ts'
import { isObjectPayload } from './rule.ts'

/** Requires `to` not to be before `from`. Runs if both are valid, even if other fields are invalid. */
export function orderedDates<S extends z.ZodObject>(schema: S, from: string, to: string): S {
  const ordered = (value: Record<string, unknown>) => {
    const [start, end] = [value[from], value[to]]
    return typeof start !== 'string' || typeof end !== 'string' || start <= end
  }
  return schema.refine(ordered, {
    path: [to],
    params: { sentence: dateTooEarly(from) },
    when: (payload) =>
      isObjectPayload(payload) && !payload.issues.some(({ path }) => path?.[0] === from || path?.[0] === to),
  })
}
