import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { hostInUrl } from '../../src/config/rules.ts'
import { phrase } from '../../src/language/phrase.ts'
import { Fault } from '../../src/record/fault.ts'
import type { Server } from '../server/server.ts'

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/**
 * Returns an `onRequest` hook that protects a server on a private network from pages of other sites in its user's
 * browser: it checks Origin against cross-site requests, and Host against DNS rebinding. A Host that is an IP
 * address is always accepted, because DNS rebinding needs a name. `acceptsNull` accepts `Origin: null`, which a browser
 * sends in place of any origin.
 */
export function hostAndOriginCheck(
  { config }: Server,
  { acceptsNull = false } = {},
): (request: FastifyRequest) => Promise<void> {
  const { PUBLIC_URL, HOST, CORS_ORIGINS } = config
  const ownHosts = new Set([hostOf(PUBLIC_URL), hostOf(`http://${hostInUrl(HOST)}`), ...loopbackHosts])
  const trustedHosts = new Set([...ownHosts, ...CORS_ORIGINS.map(hostOf)])
  return async ({ headers }) => {
    const host = hostOf(`http://${headers.host}`)
    const { origin } = headers
    if (!trustedHosts.has(host) && !isAddress(host))
      throw new Fault('policy_denied', phrase('error.otherHost'))
    if (origin === undefined || CORS_ORIGINS.includes(origin) || (acceptsNull && origin === 'null')) return
    const originHost = hostOf(origin)
    if (!ownHosts.has(originHost) && !(isAddress(host) && originHost === host))
      throw new Fault('policy_denied', phrase('error.otherOrigin'))
  }
}

// Returns an empty string, which is never a host, if the URL is invalid.
function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? ''
}

function isAddress(host: string): boolean {
  return host.startsWith('[') || isIPv4(host)
}
