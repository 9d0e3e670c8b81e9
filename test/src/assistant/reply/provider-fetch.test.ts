import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import dns, { type LookupAddress } from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { isIP, type Socket } from 'node:net'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { provider } from '../../../../src/assistant/reply/provider.ts'
import { makeProvider, type Provider } from '../../../support/provider.ts'

// Public as far as we can tell, and nobody is there: connections to it are given up at once.
const elsewhere = '192.88.99.1'

let server: Provider
let attempts: string[]
beforeAll(async () => {
  server = await makeProvider()
})
beforeEach(() => {
  server.asked.length = 0
  attempts = []
  subscribe('net.client.socket', watch)
})
afterEach(() => {
  unsubscribe('net.client.socket', watch)
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

function watch(message: unknown): void {
  const { socket } = message as { socket: Socket }
  socket.on('connectionAttempt', (address: string) => {
    attempts.push(address)
    if (address === elsewhere) setImmediate(() => socket.destroy(new Error('Nobody is there.')))
  })
}

/** Every name means the first of these when it is looked up first, then the second, and so on. */
function names(...meanings: string[][]) {
  type Done = (error: null, found: LookupAddress[] | string | undefined, family?: number) => void
  // The system resolves names as it is set up: only Node's way to it can be made to answer what we like.
  const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((
    _: string,
    options: { all?: true },
    done: Done,
  ) => {
    const found = (meanings.shift() ?? []).map((address) => ({ address, family: isIP(address) }))
    setImmediate(() => (options.all ? done(null, found) : done(null, found[0]?.address, found[0]?.family)))
  }) as unknown as typeof dns.lookup)
  syncBuiltinESMExports()
  return lookup
}

function ask(host: string) {
  const LLM_BASE_URL = `http://${host}:${new URL(server.url).port}/v1`
  const options = { LLM_BASE_URL, LLM_API_KEY: 'key', LLM_MODEL: 'm', BOT_SYSTEM_PROMPT: 'p' }
  return provider(options)?.([{ role: 'user', content: 'Hi' }])
}

it('connects to the address that was judged, whatever the name means a moment later', async () => {
  const lookup = names(['127.0.0.1'], [elsewhere])
  expect(await ask('localhost')).toEqual({ text: 'Hello' })
  expect(attempts).toEqual(['127.0.0.1'])
  expect(lookup).toHaveBeenCalledTimes(1)
})

it('is not led to this machine by a name that meant a public address when it was judged', async () => {
  const lookup = names([elsewhere], ['127.0.0.1'], ['127.0.0.1'])
  expect(await ask('provider.example')).toEqual({ error: 'http' })
  expect(attempts).toEqual([elsewhere])
  expect(lookup).toHaveBeenCalledTimes(1)
  expect(server.asked).toEqual([])
})

it.each([[['127.0.0.1']], [['::1']], [['10.0.0.1']], [[elsewhere, '127.0.0.1']], [['127.0.0.1', elsewhere]]])(
  'connects to nobody whose name means %j',
  async (meaning) => {
    names(meaning, meaning)
    expect(await ask('provider.example')).toEqual({ error: 'http' })
    expect(attempts).toEqual([])
    expect(server.asked).toEqual([])
  },
)
