import { expect, it } from 'vitest'
import { post } from '../../../src/notifications/post.ts'
import { makeReceiver } from '../../support/receiver.ts'

const message = { headers: { 'content-type': 'application/json' }, body: '{}' }

it('does not connect to a name that resolves to this machine', async () => {
  const { url, requests } = await makeReceiver()
  // With the dot it is not the name that stands for this machine, but resolves to it.
  const outcome = await post({ ...message, url: url.replace('127.0.0.1', 'localhost.') })
  expect(outcome).toMatchObject({
    status: null,
    failure: 'The receiver cannot be reached: The host resolves to an address that is not public.',
  })
  expect(requests).toEqual([])
})

it('keeps the first 500 characters of an answer, without those that cannot be stored', async () => {
  const { url, answerWith } = await makeReceiver()
  answerWith((response) => response.writeHead(201).end(`\u0000${'я'.repeat(5000)}`))
  const { status, answer } = await post({ ...message, url })
  expect(status).toBe(201)
  expect(answer).toBe(`\uFFFD${'я'.repeat(499)}`)
})

it.each([
  ['90', 90_000],
  [new Date(Date.now() + 60_000).toUTCString(), 60_000],
  ['999999999', 24 * 3_600_000],
  ['soon', 0],
])('reads the time to wait: %s', async (value, expected) => {
  const { url, answerWith } = await makeReceiver()
  answerWith((response) => response.writeHead(503, { 'retry-after': value }).end())
  const { retryAfterMs } = await post({ ...message, url })
  expect(Math.abs(retryAfterMs - expected)).toBeLessThan(5000)
})
