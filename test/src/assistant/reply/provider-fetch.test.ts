import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { provider } from '../../../../src/assistant/reply/provider.ts'
import { mockLookups, restoreLookups } from '../../../support/lookups.ts'
import { makeProvider, type Provider } from '../../../support/provider.ts'

// A public address on which nothing listens. Connections to it are closed at once.
const publicAddress = '192.88.99.1'

let server: Provider
let attempts: string[]
beforeAll(async () => {
  server = await makeProvider()
})
beforeEach(() => {
  server.requests.length = 0
  attempts = []
  subscribe('net.client.socket', watch)
})
afterEach(() => {
  unsubscribe('net.client.socket', watch)
  restoreLookups()
})

function watch(message: unknown): void {
  const { socket } = message as { socket: Socket }
  socket.on('connectionAttempt', (address: string) => {
    attempts.push(address)
    if (address === publicAddress) setImmediate(() => socket.destroy(new Error('Nothing listens here.')))
  })
}

async function ask(host: string) {
  const LLM_BASE_URL = `http://${host}:${new URL(server.url).port}/v1`
  const options = {
    LLM_BASE_URL,
    LLM_API_KEY: 'key',
    LLM_MODEL: 'm',
    BOT_SYSTEM_PROMPT: 'p',
    BOT_SYSTEM_ROLE: 'system',
    report: () => undefined,
  } as const
  const call = await provider(options)
  return call?.([{ role: 'user', content: 'Hi' }])
}

it('connects to the validated address, whatever the name resolves to later', async () => {
  const lookup = mockLookups(['127.0.0.1'], [publicAddress])
  expect(await ask('localhost')).toEqual({ text: 'Hello' })
  expect(attempts).toEqual(['127.0.0.1'])
  expect(lookup).toHaveBeenCalledTimes(1)
})

it('does not connect to this machine when a validated name resolves to it later', async () => {
  const lookup = mockLookups([publicAddress], ['127.0.0.1'], ['127.0.0.1'])
  expect(await ask('provider.example')).toEqual({ error: 'http' })
  expect(attempts).toEqual([publicAddress])
  expect(lookup).toHaveBeenCalledTimes(1)
  expect(server.requests).toEqual([])
})

it.each([
  [['127.0.0.1']],
  [['::1']],
  [['10.0.0.1']],
  [[publicAddress, '127.0.0.1']],
  [['127.0.0.1', publicAddress]],
])('does not connect to a name that resolves to %j', async (addresses) => {
  mockLookups(addresses, addresses)
  expect(await ask('provider.example')).toEqual({ error: 'http' })
  expect(attempts).toEqual([])
  expect(server.requests).toEqual([])
})
