import { isIP } from 'node:net'
import { Agent, fetch as send } from 'undici'
import type { OAuthPayload, OAuthStore } from '../../src/access/oauth/store.ts'
import { guardedLookup, isAllowed } from '../../src/record/public-address.ts'

const timeoutMs = 3000
const maxBytes = 5 * 1024
const keptSeconds = 7 * 86_400
const model = 'ClientDocument'

const connections = new Agent({ pipelining: 0, connect: { lookup: guardedLookup, timeout: timeoutMs } })
const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Fetches the metadata documents of clients, whose addresses are their ids. The last good document is kept for seven
 * days, because those of large vendors are sometimes missing for a while. `isLocal` allows loopback addresses and http.
 */
export class ClientDocuments {
  readonly #store: OAuthStore
  readonly #isLocal: boolean

  constructor(store: OAuthStore, isLocal: boolean) {
    this.#store = store
    this.#isLocal = isLocal
  }

  /** Fetches a document for the OAuth library, which validates it. Throws if there is none. */
  readonly fetch = async (input: string | URL | Request): Promise<Response> => {
    const id = input instanceof Request ? input.url : String(input)
    return Response.json(await this.#document(id))
  }

  /** Returns the document of a client on this machine by http, which the library would not fetch. */
  async findLocal(id: string): Promise<OAuthPayload | undefined> {
    const url = this.#isLocal ? URL.parse(id) : null
    if (url?.protocol !== 'http:' || !loopbackHost.test(url.hostname)) return undefined
    return this.#document(id).catch(() => undefined)
  }

  async #document(id: string): Promise<OAuthPayload> {
    try {
      const document = parse(await this.#download(new URL(id)), id)
      await this.#store.save(model, id, document, keptSeconds)
      return document
    } catch (error) {
      const kept = await this.#store.find(model, id)
      if (!kept) throw error
      const { jti: _, ...document } = kept
      return document
    }
  }

  async #download(url: URL): Promise<string> {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const isLoopback = loopbackHost.test(url.hostname)
    if ((isLoopback && !this.#isLocal) || (isIP(host) !== 0 && !isAllowed(host, host)))
      throw new Error('The address of the client is not public.')
    const response = await send(url, {
      redirect: 'manual',
      dispatcher: connections,
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json', 'user-agent': 'portfolio-ops' },
    })
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of response.body ?? []) {
      size += part.byteLength
      if (size > maxBytes) throw new Error('The document of the client is larger than 5 kB.')
      parts.push(part)
    }
    if (response.status !== 200) throw new Error(`The address of the client answered ${response.status}.`)
    return Buffer.concat(parts).toString()
  }
}

// A shared secret in a public document would be none.
function parse(text: string, id: string): OAuthPayload {
  const document: unknown = JSON.parse(text)
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new Error('The document of the client is not a JSON object.')
  const { client_id, client_secret, token_endpoint_auth_method = 'none' } = document as OAuthPayload
  if (client_id !== id) throw new Error('The client_id of the document is not its address.')
  if (client_secret !== undefined || token_endpoint_auth_method !== 'none')
    throw new Error('The client must have no secret.')
  return { ...document, token_endpoint_auth_method }
}
