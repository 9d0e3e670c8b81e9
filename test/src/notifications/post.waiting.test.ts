import { expect, it } from 'vitest'
import { post } from '../../../src/notifications/post.ts'
import { makeReceiver } from '../../support/receiver.ts'

const message = { headers: { 'content-type': 'application/json' }, body: '{}', isLocal: true }

it('gives up after 15 seconds if the receiver does not answer', async () => {
  const { url, answerWith } = await makeReceiver()
  answerWith(() => undefined)
  const { duration_ms, ...outcome } = await post({ ...message, url })
  expect(outcome).toEqual({
    status: null,
    answer: null,
    failure: 'The receiver did not answer within 15 seconds.',
    reason: 'timeout',
    retryAfterMs: 0,
  })
  expect(duration_ms).toBeGreaterThan(14_000)
  expect(duration_ms).toBeLessThan(25_000)
})

it('does not wait for the end of an answer', async () => {
  const { url, answerWith } = await makeReceiver()
  answerWith((response) => {
    response.write('start')
  })
  const { duration_ms, ...outcome } = await post({ ...message, url })
  expect(outcome).toMatchObject({ status: 200, answer: 'start', failure: null })
  expect(duration_ms).toBeLessThan(10_000)
})
