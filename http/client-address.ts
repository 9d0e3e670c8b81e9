import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Returns the IP address of the client, without a port. If a trusted proxy forwards an invalid address,
 * returns the address of the proxy.
 */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  const [, v6, v4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(ip) ?? []
  const address = v6 ?? v4 ?? ip
  return isIP(address) ? address : (socket.remoteAddress ?? '')
}
