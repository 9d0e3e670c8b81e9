import { Fault } from '../../src/record/fault.ts'
import type { App } from '../types.ts'

const deepest = 32

/** Reads JSON bodies, and no others: `application/json` or `application/*+json`, at most 32 levels deep. */
export function jsonBodies(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    /^application\/([\w.-]+\+)?json\b/i,
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') return done(null, undefined)
      // A parser that answers by callback; it gives no promise.
      void parse(request, body as string, (error, value) => {
        if (error || depth(value) > deepest) done(new Fault('malformed_json'))
        else done(null, value)
      })
    },
  )
}

// Looks no deeper than it has to: the body may be as deep as its size allows.
function depth(value: unknown, level = 1): number {
  if (typeof value !== 'object' || value === null || level > deepest) return level
  let found = level
  for (const child of Object.values(value)) found = Math.max(found, depth(child, level + 1))
  return found
}
