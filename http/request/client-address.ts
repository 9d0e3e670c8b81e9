import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { SessionClient } from '../../src/access/session.ts'

/**
 * Returns the IP address of the client, without a port. If a trusted proxy forwards an invalid address,
 * returns the address of the proxy.
 */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  const [, v6, v4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(ip) ?? []
  const address = v6 ?? v4 ?? ip
  return isIP(address) ? address : (socket.remoteAddress ?? '')
}

/** Returns the client that a session is started from. */
export function sessionClient(request: FastifyRequest): SessionClient {
  return { ip: clientAddress(request), user_agent: request.headers['user-agent'] ?? null }
}

/** Returns the network of the client, by which requests without a valid credential are counted. */
export function clientNetwork(request: FastifyRequest): string {
  return networkOf(clientAddress(request))
}

/**
 * Returns an IPv4 address as it is, or the /64 network of an IPv6 address, since one customer controls a
 * whole /64.
 */
export function networkOf(ip: string): string {
  const mapped = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(mapped) !== 6) return mapped
  const [head = '', tail] = (mapped.split('%')[0] ?? '').split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  const full = [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':').filter(Boolean)]
  return `${full
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
