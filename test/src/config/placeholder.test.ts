import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isPlaceholder } from '../../../src/config/placeholder.ts'

const base62 = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']
// Unbiased: by default fast-check often repeats characters, which a random secret does not.
const random = (length: number) =>
  fc.noBias(fc.string({ unit: fc.constantFrom(...base62), minLength: length, maxLength: length }))

it.each([
  'your-portfolio-token-goes-here',
  'YOUR-PORTFOLIO-TOKEN-GOES-HERE',
  '<your_portfolio_token_of_production>',
  'todo-todo-todo-todo-todo-todo',
  'Todo: a long one, once we have it',
  'secret-secret-secret-secret-1',
  'test-token-test-token-test-token',
  'password1234567890123456789',
  'PASSWORD_OF_THE_PORTFOLIO_AGENT',
  'insert-the-one-of-production-here',
  'changeme-changeme-changeme',
  'replace-me-with-something-long',
  'a'.repeat(30),
  'abc'.repeat(10),
  'pigeon-pigeon-pigeon-pigeon-pigeon',
  '1234567890123456789012345',
  '<PORTFOLIO_TOKEN_OF_THE_AGENT>',
  `\${PORTFOLIO_TOKEN_FROM_VAULT}`,
])('recognizes the placeholder %s', (secret) => {
  expect(isPlaceholder(secret)).toBe(true)
})

it.each(['prod-token-8f3kq0v2m7x1c5z9b4', 'portfolio-agent-secret-Qm3vT8yK2p'])(
  'accepts the secret %s',
  (secret) => {
    expect(isPlaceholder(secret)).toBe(false)
  },
)

it('accepts every random secret', () => {
  fc.assert(
    fc.property(random(36), (secret) => !isPlaceholder(secret)),
    { numRuns: 5000 },
  )
})

it('accepts a random secret that contains a word of a placeholder', () => {
  const word = fc.constantFrom('todo', 'token', 'secret', 'test', 'YOUR', 'Password')
  fc.assert(
    fc.property(
      random(16),
      word,
      random(16),
      (left, inside, right) => !isPlaceholder(`${left}${inside}${right}`),
    ),
  )
})
