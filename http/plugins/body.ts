import type { FastifyRequest } from 'fastify'
import { Fault } from '../../src/record/fault.ts'
import type { Server } from '../server.ts'

const deepest = 32
// Names that a program finds in every object: nobody's field is called so.
const reserved = ['__proto__', 'constructor']
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads JSON bodies, and no others: `application/json` or `application/*+json`, UTF-8, not compressed, at most 32
 * levels deep.
 */
export function jsonBodies(app: Server): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    /^application\/([\w.-]+\+)?json\s*(;|$)/i,
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, body: Buffer) => {
      if (!/^(identity)?$/i.test(headers['content-encoding'] ?? '')) throw new Fault('unsupported_media_type')
      return body.length === 0 ? undefined : parse(body)
    },
  )
}

function parse(body: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(utf8.decode(body))
    if (isHarmless(value)) return value
  } catch {
    // Neither JSON nor UTF-8 is worth another word to the caller.
  }
  throw new Fault('malformed_json')
}

// Looks no deeper than it has to: the body may be as deep as its size allows.
function isHarmless(value: unknown, level = 1): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (level > deepest || reserved.some((name) => Object.hasOwn(value, name))) return false
  return Object.values(value).every((child) => isHarmless(child, level + 1))
}
