import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { isVisible } from '../../src/record/invisible.ts'
import { truncate } from '../../src/record/rules/truncate.ts'
import { publicPath } from '../answers/public-path.ts'
import { resourceOf, scope } from './metadata.ts'
import { isOwnComputer } from './redirect-address.ts'

const maxNameLength = 100

/** A client that asks for access, as the consent page shows it. */
export type ConsentRequest = {
  client_id: string
  client_name: string
  /** The host that the client names as its own. Undefined if it names none. */
  domain: string | undefined
  /** Whether the client is described by a document of that host. */
  isDomainVerified: boolean
  /** The address that the person is sent to. */
  redirect: URL
  /** Whether that is a program on the machine of the browser. */
  isOwnComputer: boolean
  resource: string
  scope: string
}

/** Returns the request that the browser may decide on. Undefined if it is unknown, expired or of another browser. */
export async function readRequest(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
): Promise<ConsentRequest | undefined> {
  const details = await provider.interactionDetails(forProvider(request), reply.raw).catch(() => undefined)
  const { client_id, redirect_uri } = details?.params ?? {}
  const client = details?.uid === id && (await provider.Client.find(String(client_id)))
  if (!client) return undefined
  const redirect = new URL(String(redirect_uri))
  const documentHost = domainOf(client.clientId)
  return {
    client_id: client.clientId,
    client_name: shownName(client.clientName) ?? client.clientId,
    domain: documentHost ?? domainOf(client.clientUri ?? ''),
    isDomainVerified: documentHost !== undefined,
    redirect,
    isOwnComputer: isOwnComputer(redirect),
    resource: resourceOf(request.server.config.PUBLIC_URL),
    scope,
  }
}

function domainOf(url: string): string | undefined {
  return URL.parse(url)?.host || undefined
}

// A client chooses its name. It is shown as text, and short.
function shownName(name = ''): string | undefined {
  const shown = truncate(name, maxNameLength).toWellFormed().trim()
  return isVisible(shown) ? shown : undefined
}

/**
 * Prepares a request for the library, which derives its addresses from it, whatever the proxy and the client send.
 * `body` replaces the body, which has been read.
 */
export function forProvider({ raw, server }: FastifyRequest, body?: string): FastifyRequest['raw'] {
  const { protocol, host } = new URL(server.config.PUBLIC_URL)
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  raw.headers['x-forwarded-host'] = host
  const originalUrl = publicPath(server.config) + raw.url
  if (body === undefined) return Object.assign(raw, { originalUrl })
  const { method, url, socket } = raw
  const headers = { ...raw.headers, 'content-length': String(Buffer.byteLength(body)) }
  const parts = { method, url, socket, headers, originalUrl }
  return Object.assign(Readable.from([Buffer.from(body)]), parts) as unknown as FastifyRequest['raw']
}
