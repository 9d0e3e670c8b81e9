import { afterEach, expect, it } from 'vitest'
import { post } from '../../../src/notifications/post.ts'
import { mockLookups, restoreLookups } from '../../support/lookups.ts'
import { makeReceiver } from '../../support/receiver.ts'

const message = { headers: { 'content-type': 'application/json' }, body: '{}', isLocal: true }

afterEach(restoreLookups)

it.each([[['127.0.0.1']], [['::1']], [['10.0.0.1']], [['93.184.215.14', '127.0.0.1']]])(
  'does not connect to a name that resolves to %j',
  async (addresses) => {
    const { url, requests } = await makeReceiver()
    mockLookups(addresses)
    const { status, failure } = await post({ ...message, url: url.replace('127.0.0.1', 'hooks.example') })
    expect(status).toBeNull()
    expect(String(failure)).toBe(
      'The receiver cannot be reached: The host resolves to an address that is not public.',
    )
    expect(requests).toEqual([])
  },
)

it.each(['127.0.0.1', 'localhost', 'localhost.', '[::ffff:127.0.0.1]', '2130706433', '10.0.0.1'])(
  'does not connect to %s unless it is this machine and that is allowed',
  async (host) => {
    const { url, requests } = await makeReceiver()
    const to = url.replace('127.0.0.1', host)
    const { failure } = await post({ ...message, url: to, isLocal: host === '10.0.0.1' })
    expect(String(failure)).toBe('The receiver cannot be reached: The address is not public.')
    expect(requests).toEqual([])
  },
)

it('connects to the address that was checked, whatever the name resolves to later', async () => {
  const { url, requests } = await makeReceiver()
  const lookup = mockLookups(['127.0.0.1'], ['10.0.0.1'])
  expect(await post({ ...message, url: url.replace('127.0.0.1', 'localhost') })).toMatchObject({
    status: 200,
  })
  expect(lookup).toHaveBeenCalledTimes(1)
  expect(requests).toHaveLength(1)
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
