import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { onFileFinished } from '../../support/cleanup.ts'
import { mockLookups, restoreLookups } from '../../support/lookups.ts'
import { authorizeUrl, makeOAuthWorld } from '../../support/oauth.ts'
import type { World } from '../../support/world.ts'

let world: World
let port: number
let requests = 0

beforeAll(async () => {
  world = await makeOAuthWorld({ RATE_LIMIT_PER_MINUTE: '10000' })
  const server = createServer((_request, response) => {
    requests++
    response.end()
  })
  onFileFinished(async () => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((done) => server.listen(0, '::', done))
  port = (server.address() as AddressInfo).port
})

afterEach(restoreLookups)

// Hosts that are no public address, in the notations that are known. The parser of URLs rejects the last ones.
const hosts = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0x7f.1', '127.0.0.1.'],
  ...[
    '\u2460\u2461\u2466.0.0.1',
    '\uff11\uff12\uff17.0.0.1',
    'localhost',
    'LOCALHOST',
    'localhost.',
    '[::1]',
  ],
  ...['[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[::]', '0', '0.0.0.0'],
  ...['10.0.0.1', '167772161', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '224.0.0.1'],
  ...[
    '[::ffff:10.0.0.1]',
    '[::ffff:0:10.0.0.1]',
    '[64:ff9b::10.0.0.1]',
    '[64:ff9b:1::a00:1]',
    '[2002:7f00:1::]',
  ],
  ...['[2001:0:7f00:1::]', '[fd00::1]', '[fe80::1]', '[fec0::1]', '[ff02::1]', '[2001:db8::1]', '[100::1]'],
  ...['[fe80::1%25eth0]', '[::1%25lo]'],
]

describe('a document at an address that is not public', () => {
  const attempts: string[] = []
  const watch = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    // The database is connected to at other ports.
    socket.on('connectionAttempt', (address: string, to: number) => {
      if ([port, 443].includes(to)) attempts.push(address)
    })
  }
  const askRemote = async (client_id: string) => {
    attempts.length = 0
    subscribe('net.client.socket', watch)
    const { statusCode: status } = await world.app.inject(authorizeUrl(client_id))
    unsubscribe('net.client.socket', watch)
    expect([status, attempts], client_id).toEqual([400, []])
  }

  it('is not fetched, in any notation', async () => {
    for (const host of hosts)
      for (const address of [`https://${host}`, `http://${host}`, `https://client.example@${host}`]) {
        const url = `${address}:${port}/client`
        for (const id of new Set([url, URL.parse(url)?.href ?? url])) await askRemote(id)
      }
    expect(requests).toBe(0)
  })

  it.each(['127.0.0.1', '::1', '10.0.0.1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', 'fd00::1'])(
    'is not fetched if the name resolves to %s, alone or beside a public one',
    async (address) => {
      for (const found of [[address], ['93.184.215.14', address]]) {
        const lookup = mockLookups(found)
        await askRemote('https://client.example/client')
        expect(lookup).toHaveBeenCalledTimes(1)
        restoreLookups()
      }
    },
  )
})
