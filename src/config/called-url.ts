import type { z } from 'zod'
import { blockedPort } from '../record/blocked-port.ts'
import { baseUrl } from './rules.ts'

/** Accepts the base URL of an API that this service calls. `example` is shown in the error message. */
export function calledUrl(example: string) {
  return withCallablePort(baseUrl(example))
}

/** Rejects a URL whose port `fetch` never calls. */
export function withCallablePort<Rule extends z.ZodType<string>>(rule: Rule) {
  return rule.refine(
    (url) => blockedPort(new URL(url)) === undefined,
    'must have another port: HTTP clients never call this one',
  )
}
