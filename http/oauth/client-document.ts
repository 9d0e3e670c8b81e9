import type { OAuthPayload, OAuthStore } from '../../src/access/oauth/store.ts'
import { addressFault, guardedFetch, readAtMost } from '../../src/record/guarded-fetch.ts'
import { supportedMetadata } from './client-metadata.ts'

const timeoutMs = 3000
const maxBytes = 5 * 1024
const model = 'ClientDocument'

/**
 * The metadata documents of clients, whose addresses are their ids. Each authorization request fetches its document once.
 * The last good one is kept, because those of large vendors are sometimes missing for a while. `isLocal` allows loopback
 * addresses and http.
 */
export class ClientDocuments {
  readonly #store: OAuthStore
  readonly #isLocal: boolean

  constructor(store: OAuthStore, isLocal: boolean) {
    this.#store = store
    this.#isLocal = isLocal
  }

  /** Fetches the document of a client and keeps it. Throws an Error if there is none and none is kept. */
  async refresh(id: string): Promise<OAuthPayload> {
    try {
      const document = parse(await this.#download(id), id)
      await this.#store.saveDocument(id, document)
      return document
    } catch (error) {
      const kept = await this.#store.find(model, id)
      if (!kept) throw error
      return kept
    }
  }

  /**
   * Returns the document that is kept. That of a client which a person has connected is fetched again if it has expired,
   * because tokens are refreshed for longer.
   */
  async find(id: string): Promise<OAuthPayload | undefined> {
    if (!isDocumentAddress(id)) return undefined
    const kept = await this.#store.find(model, id)
    if (kept || !(await this.#store.isConnected(id))) return kept
    return this.refresh(id).catch(() => undefined)
  }

  async #download(id: string): Promise<string> {
    const fault = addressFault(id, this.#isLocal, 'The client_id')
    if (fault) throw new Error(String(fault))
    const response = await guardedFetch(id, {
      isLocal: this.#isLocal,
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json', 'user-agent': 'portfolio-ops' },
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new Error(`The address of the client answered ${response.status}.`)
    }
    const document = await readAtMost(response.body, maxBytes)
    if (!document) throw new Error('The document of the client is larger than 5 kB.')
    return document.toString()
  }
}

/** Returns whether the id of a client is the address of its document, in the notation of the URL parser. */
export function isDocumentAddress(id: string): boolean {
  const url = URL.parse(id)
  return url?.href === id && !id.includes('#') && !url.username && !url.password
}

// A shared secret in a public document would be none.
function parse(text: string, id: string): OAuthPayload {
  const document = parseJson(text)
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new Error('The document of the client is not a JSON object.')
  const { client_id, client_secret, token_endpoint_auth_method = 'none' } = document as OAuthPayload
  if (client_id !== id) throw new Error('The client_id of the document is not its address.')
  if (client_secret !== undefined || token_endpoint_auth_method !== 'none')
    throw new Error('The client must have no secret.')
  return { ...supportedMetadata({ ...document, token_endpoint_auth_method }), client_id }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
