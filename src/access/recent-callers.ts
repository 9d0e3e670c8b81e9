import type { Caller } from './caller.ts'
import { digest } from './secret.ts'

const verifiedForMs = 10_000
// A change is reported before its transaction commits. A lookup in between still finds the credential valid.
const commitMs = 1_000
const defaultRememberedForMs = 60_000
const maxEntries = 10_000

type Entry = { caller: Caller; verifiedAt: number }

/** Remembers which callers credentials belonged to when they were last verified. */
export class RecentCallers {
  readonly #entries = new Map<string, Entry>()
  readonly #receivesChanges: () => boolean
  readonly #rememberedForMs: number
  #lastCommitAt = 0

  /**
   * `receivesChanges` returns false if changes older than a second may not have been reported to `credentialsChanged`.
   */
  constructor(receivesChanges: () => boolean, rememberedForMs = defaultRememberedForMs) {
    this.#receivesChanges = receivesChanges
    this.#rememberedForMs = rememberedForMs
  }

  /** Requires every credential to be verified again. */
  credentialsChanged(): void {
    this.#lastCommitAt = Date.now() + commitMs
  }

  /** Returns the caller if the credential was verified in the last ten seconds and no credential has changed since. */
  verified(secret: string): Caller | null {
    const entry = this.#entries.get(digest(secret))
    if (!entry || entry.verifiedAt < this.#lastCommitAt || !this.#receivesChanges()) return null
    const { caller, verifiedAt } = entry
    const expiresAt = caller.expires_at ? Date.parse(caller.expires_at) : Number.POSITIVE_INFINITY
    return Date.now() < Math.min(verifiedAt + verifiedForMs, expiresAt) ? caller : null
  }

  /**
   * Returns the caller with a credential that was verified in the last minute, or the given time, so that its request can be counted
   * before it is authenticated. The credential may have been revoked since.
   */
  expected(secret: string): Caller | null {
    const entry = this.#entries.get(digest(secret))
    return entry && Date.now() < entry.verifiedAt + this.#rememberedForMs ? entry.caller : null
  }

  /** Finds the caller with a credential, and remembers it. Forgets the credential if it has none. */
  async verify(secret: string, find: (secret: string) => Promise<Caller | null>): Promise<Caller | null> {
    const verifiedAt = Date.now()
    const caller = await find(secret)
    const key = digest(secret)
    // Removes an existing entry first, so that the oldest entry is always the first one.
    this.#entries.delete(key)
    if (!caller) return null
    this.#entries.set(key, { caller, verifiedAt })
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined && this.#entries.size > maxEntries) this.#entries.delete(oldest)
    return caller
  }
}
