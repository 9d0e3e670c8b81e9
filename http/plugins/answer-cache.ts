import { readVersion } from '../../src/database/snapshot.ts'
import { repetitionDetector } from '../../src/record/repetition-detector.ts'
import type { Server } from '../server.ts'
import { bodyTag } from './etag.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer depends on the URL and the data only, not on the caller, so it may be cached for all callers. */
    sharedAnswer?: true
  }
  interface FastifyRequest {
    /** The entry for the answer to this request. Set if other requests may wait for it. */
    cacheEntry: CacheEntry | undefined
  }
}

const lifetimeMs = 1000
const maxAnswers = 500
const maxAnswerLength = 256 * 1024
const maxTotalLength = 16 * 1024 * 1024
const maxRequestedUrls = 5_000
const maxUrlLength = 1000

type Answer = { body: string; tag: string }

type CacheEntry = {
  /** The version of the data before the answer was read. */
  version: string
  /** Its queries started at this time or later, by `performance.now()`. */
  startedAt: number
  /** Resolves to undefined if the request that computes the answer fails or is aborted. */
  answer: Promise<Answer | undefined>
  settle: (answer: Answer | undefined) => void
  /** The length of the body; 0 until the answer is known. */
  length: number
}

/**
 * Caches answers for at most one second, while the data is unchanged. The version of the data is read for each request,
 * so a write is visible at once. After a write the first request computes the answer, and requests for the same URL
 * wait for it. The first request of a URL is not cached and has no additional cost.
 */
export function answerCache(app: Server): void {
  const entries = new Map<string, CacheEntry>()
  const isRepeated = repetitionDetector(lifetimeMs, maxRequestedUrls)
  let totalLength = 0
  const forget = (url: string) => {
    totalLength -= entries.get(url)?.length ?? 0
    entries.delete(url)
  }
  app.decorateRequest('cacheEntry')
  app.addHook('preValidation', (request, reply, done) => {
    const { url, method, routeOptions } = request
    if (!routeOptions.config.sharedAnswer || method !== 'GET') return done()
    if (url.length > maxUrlLength || !isRepeated(url)) return done()
    const requestedAt = performance.now()
    readVersion(app).then(async (version) => {
      const known = entries.get(url)
      // An answer whose queries started after this request is current, whatever its version.
      const isCurrent = known && (known.version === version || known.startedAt >= requestedAt)
      const answer = isCurrent ? await known.answer : undefined
      if (answer)
        return reply.header('etag', answer.tag).type('application/json; charset=utf-8').send(answer.body)
      const { promise, resolve: settle } = Promise.withResolvers<Answer | undefined>()
      request.cacheEntry = { version, startedAt: performance.now(), answer: promise, settle, length: 0 }
      forget(url)
      entries.set(url, request.cacheEntry)
      // If the client disconnects before the handler runs, the onSend hook is not called.
      reply.raw.once('close', () => settle(undefined))
      return done()
    }, done)
  })
  app.addHook('onSend', (request, reply, body, done) => {
    const { url, cacheEntry } = request
    if (!cacheEntry) return done(null, body)
    const answer =
      reply.statusCode === 200 && typeof body === 'string' ? { body, tag: bodyTag(request, body) } : undefined
    if (answer) reply.header('etag', answer.tag)
    cacheEntry.settle(answer)
    // Another request may have replaced the entry after a write.
    if (entries.get(url) === cacheEntry) {
      forget(url)
      if (answer && answer.body.length <= maxAnswerLength) {
        entries.set(url, cacheEntry)
        cacheEntry.length = answer.body.length
        totalLength += cacheEntry.length
      }
    }
    for (const [oldest] of entries)
      if (entries.size > maxAnswers || totalLength > maxTotalLength) forget(oldest)
      else break
    done(null, body)
  })
}
