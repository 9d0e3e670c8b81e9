/** The headers of answers, described once. */
export const headers = {
  RequestId: { description: 'The id of the request, also in logs and history', schema: { type: 'string' } },
  RateLimit: {
    description: 'How many requests are left in the running minute, and when it ends',
    schema: { type: 'string' },
    example: '"default";r=119;t=42',
  },
  RateLimitPolicy: {
    description: 'How many requests a minute there are',
    schema: { type: 'string' },
    example: '"default";q=120;w=60',
  },
  RateLimitLimit: { description: 'How many requests a minute there are', schema: { type: 'integer' } },
  RateLimitRemaining: {
    description: 'How many requests are left in the running minute',
    schema: { type: 'integer' },
  },
  ETag: {
    description: 'The weak tag of what the record is now: for If-None-Match and If-Match',
    schema: { type: 'string' },
  },
  Location: { description: 'Where the new record is', schema: { type: 'string', format: 'uri' } },
  RetryAfter: { description: 'How many seconds to wait', schema: { type: 'integer', minimum: 1 } },
  Replayed: {
    description: '`true` where an earlier request with the same Idempotency-Key was answered like this',
    schema: { type: 'string', enum: ['true'] },
  },
} as const

const refer = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` })

/** The headers of an answer of this status. */
export function responseHeaders(status: number, { limited = true, tagged = false, repeatable = false } = {}) {
  return {
    'X-Request-Id': refer('RequestId'),
    ...(limited && {
      RateLimit: refer('RateLimit'),
      'RateLimit-Policy': refer('RateLimitPolicy'),
      'X-RateLimit-Limit': refer('RateLimitLimit'),
      'X-RateLimit-Remaining': refer('RateLimitRemaining'),
    }),
    ...(tagged && { ETag: refer('ETag') }),
    ...(status === 201 &&
      repeatable && { Location: refer('Location'), 'Idempotent-Replayed': refer('Replayed') }),
    // Of a conflict: where the same request still runs.
    ...([409, 429, 503].includes(status) && { 'Retry-After': refer('RetryAfter') }),
  }
}

/** The headers a request may carry. */
export const requestHeaders = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A key of your own for this write: sent again within 24 hours, it is answered as the first time',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description: 'The tag of what you read: the record is changed only if it still is that, else 412',
    schema: { type: 'string' },
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'The tag of what you have: 304 without a body if it still is that',
    schema: { type: 'string' },
  },
} as const
