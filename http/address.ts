import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** The address that a request comes from, without a port. Where a proxy names what is none, it is the proxy's own. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  const [, v6, v4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(ip) ?? []
  const address = v6 ?? v4 ?? ip
  return isIP(address) ? address : (socket.remoteAddress ?? '')
}
