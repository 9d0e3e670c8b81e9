import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { publicPath } from '../answers/public-path.ts'
import { isLoopback, resourceOf, scope } from './provider.ts'

const maxNameLength = 100
// They can hide a part of a name, or show it in another order.
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu

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
  isLoopback: boolean
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
    isLoopback: isLoopback(redirect.hostname),
    resource: resourceOf(request.server.config.PUBLIC_URL),
    scope,
  }
}

function domainOf(url: string): string | undefined {
  return URL.parse(url)?.host || undefined
}

// A client chooses its name. It is shown as text, short, and without what a person cannot see.
function shownName(name = ''): string | undefined {
  return name.slice(0, maxNameLength).toWellFormed().replace(invisible, '').trim() || undefined
}

/** Prepares a request for the library, which derives its addresses from it, whatever the proxy and the client send. */
export function forProvider({ raw, server }: FastifyRequest): FastifyRequest['raw'] {
  const { protocol, host } = new URL(server.config.PUBLIC_URL)
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  raw.headers['x-forwarded-host'] = host
  return Object.assign(raw, { originalUrl: publicPath(server.config) + raw.url })
}
