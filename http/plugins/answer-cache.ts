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
    /** The version of the data before the answer was read. Set if the answer will be cached. */
    dataVersion: string | undefined
  }
}

const lifetimeMs = 1000
const maxAnswers = 500
const maxAnswerLength = 256 * 1024
const maxTotalLength = 16 * 1024 * 1024
const maxRequestedUrls = 5_000
const maxUrlLength = 1000

type Answer = { version: string; body: string; tag: string }

/**
 * Caches answers for at most one second, while the data is unchanged. The version of the data is read for each request,
 * so a write is visible at once. The first request of a URL is not cached and has no additional cost.
 */
export function answerCache(app: Server): void {
  const answers = new Map<string, Answer>()
  const isRepeated = repetitionDetector(lifetimeMs, maxRequestedUrls)
  let totalLength = 0
  const forget = (url: string) => {
    totalLength -= answers.get(url)?.body.length ?? 0
    answers.delete(url)
  }
  app.decorateRequest('dataVersion')
  app.addHook('preValidation', (request, reply, done) => {
    const { url, method, routeOptions } = request
    if (!routeOptions.config.sharedAnswer || method !== 'GET') return done()
    if (url.length > maxUrlLength || !isRepeated(url)) return done()
    readVersion(app).then((version) => {
      const answer = answers.get(url)
      if (answer?.version === version)
        return reply.header('etag', answer.tag).type('application/json; charset=utf-8').send(answer.body)
      request.dataVersion = version
      return done()
    }, done)
  })
  app.addHook('onSend', (request, reply, body, done) => {
    const { url, dataVersion } = request
    if (dataVersion && reply.statusCode === 200 && typeof body === 'string') {
      forget(url)
      const tag = bodyTag(request, body)
      reply.header('etag', tag)
      if (body.length <= maxAnswerLength) {
        answers.set(url, { version: dataVersion, body, tag })
        totalLength += body.length
      }
      for (const [oldest] of answers)
        if (answers.size > maxAnswers || totalLength > maxTotalLength) forget(oldest)
        else break
    }
    done(null, body)
  })
}
