import { LRUCache } from 'lru-cache'
import { sharedRead } from '../database/snapshot.ts'
import { digest } from '../record/token-format.ts'
import type { Caller } from './caller.ts'

const maxEntries = 10_000
const defaultRememberedForMs = 60_000

type Lookup = () => Promise<Caller | null>

/**
 * Looks up the callers of credentials. Every request looks its credential up, so that a revocation takes effect at once
 * on every server. Requests with the same credential that arrive during a lookup share the next one.
 */
export class CallerLookup {
  readonly #lookups = new LRUCache<string, Lookup>({ max: maxEntries })
  readonly #callers: LRUCache<string, Caller>

  constructor(rememberedForMs = defaultRememberedForMs) {
    this.#callers = new LRUCache({ max: maxEntries, ttl: rememberedForMs })
  }

  /**
   * Returns the caller that the last lookup of a credential found, for `rememberedForMs`. Its only use is to choose the
   * rate limit before the lookup: the credential may have been revoked since.
   */
  expected(secret: string): Caller | null {
    return this.#callers.get(digest(secret)) ?? null
  }

  /** Looks a credential up by `find`, unless a lookup that starts after this call is shared. */
  async find(secret: string, find: (secret: string) => Promise<Caller | null>): Promise<Caller | null> {
    const key = digest(secret)
    const lookup = this.#lookups.get(key) ?? sharedRead(() => find(secret))
    this.#lookups.set(key, lookup)
    const caller = await lookup()
    if (caller) this.#callers.set(key, caller)
    else {
      this.#callers.delete(key)
      this.#lookups.delete(key)
    }
    return caller
  }
}
