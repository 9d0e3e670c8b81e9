/** The response headers, as components of the document. */
export const headers = {
  RequestId: {
    description: 'Id of the request, also in the request log and in the history',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'Requests left in the current window (`r`) and seconds until it ends (`t`)',
    schema: { type: 'string' },
    example: '"default";r=119;t=42',
  },
  RateLimitPolicy: {
    description: 'Requests per window (`q`) and length of the window in seconds (`w`)',
    schema: { type: 'string' },
    example: '"default";q=120;w=60',
  },
  RateLimitLimit: { description: 'Requests per minute', schema: { type: 'integer' } },
  RateLimitRemaining: {
    description: 'Requests left in the current minute',
    schema: { type: 'integer' },
  },
  ETag: {
    description: 'Weak ETag of the response, for If-None-Match and If-Match',
    schema: { type: 'string' },
  },
  Location: { description: 'URL of the created record', schema: { type: 'string', format: 'uri' } },
  RetryAfter: {
    description: 'Seconds to wait before the next attempt',
    schema: { type: 'integer', minimum: 1 },
  },
  Replayed: {
    description: '`true` if this is the stored response to an earlier request with the same Idempotency-Key',
    schema: { type: 'string', enum: ['true'] },
  },
} as const

const headerRef = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` })

/** Returns the headers of a response with this status. */
export function responseHeaders(
  status: number,
  { rateLimited = true, hasETag = false, idempotent = false } = {},
) {
  return {
    'X-Request-Id': headerRef('RequestId'),
    ...(rateLimited && {
      RateLimit: headerRef('RateLimit'),
      'RateLimit-Policy': headerRef('RateLimitPolicy'),
      'X-RateLimit-Limit': headerRef('RateLimitLimit'),
      'X-RateLimit-Remaining': headerRef('RateLimitRemaining'),
    }),
    ...(hasETag && { ETag: headerRef('ETag') }),
    ...(status === 201 &&
      idempotent && { Location: headerRef('Location'), 'Idempotent-Replayed': headerRef('Replayed') }),
    // With 409 only while the first request with the same Idempotency-Key is still running.
    ...([409, 429, 503].includes(status) && { 'Retry-After': headerRef('RetryAfter') }),
  }
}

/** The request headers that operations accept, besides credentials. */
export const requestHeaders = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A unique key of your choice, which makes a retry safe: for 24 hours a request with the same key and body returns the first response.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description: 'ETag of the record as you read it. If the record has changed since, the answer is 412.',
    schema: { type: 'string' },
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETag of your cached copy. If it is still current, the answer is 304 without a body.',
    schema: { type: 'string' },
  },
} as const
