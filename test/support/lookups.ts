import dns, { type LookupAddress } from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { isIP } from 'node:net'
import { vi } from 'vitest'

/** Resolves every name to the first of these lists at the first lookup, then to the second, and so on. */
export function mockLookups(...results: string[][]) {
  type Done = (error: null, found: LookupAddress[] | string | undefined, family?: number) => void
  // The resolver of the system cannot be changed, but Node's call of it can.
  const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((
    _: string,
    options: { all?: true },
    done: Done,
  ) => {
    const found = (results.shift() ?? []).map((address) => ({ address, family: isIP(address) }))
    setImmediate(() => (options.all ? done(null, found) : done(null, found[0]?.address, found[0]?.family)))
  }) as unknown as typeof dns.lookup)
  syncBuiltinESMExports()
  return lookup
}

/** Lets the system resolve names again. */
export function restoreLookups(): void {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
}
