import type { Caller } from './caller.ts'
import { digest } from './secret.ts'

const lifetimeMs = 60_000
const maxEntries = 10_000

/**
 * Remembers for a minute which caller a credential belonged to when it was last verified, so that requests can be
 * counted before they are authenticated. It authenticates nobody: a credential may have been revoked since.
 */
export class RecentCallers {
  readonly #entries = new Map<string, { caller: Caller; expiresAt: number }>()

  get(secret: string): Caller | null {
    const entry = this.#entries.get(digest(secret))
    return entry && entry.expiresAt > Date.now() ? entry.caller : null
  }

  /** Remembers the caller, or forgets the credential if it has none. */
  set(secret: string, caller: Caller | null): void {
    const key = digest(secret)
    // Removes an existing entry first, so that the oldest entry is always the first one.
    this.#entries.delete(key)
    if (!caller) return
    this.#entries.set(key, { caller, expiresAt: Date.now() + lifetimeMs })
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined && this.#entries.size > maxEntries) this.#entries.delete(oldest)
  }
}
