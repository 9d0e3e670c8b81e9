import { afterAll } from 'vitest'

const cleanups: (() => Promise<unknown>)[] = []

/** Runs a function after the test file, the last registered first. May be called in a hook. */
export function onFileFinished(cleanup: () => Promise<unknown>): void {
  cleanups.push(cleanup)
}

/**
 * Registers the hook that runs them. A setup file calls this for each test file, because test files share this module
 * and Vitest ignores a hook that is registered within a hook.
 */
export function registerCleanup(): void {
  afterAll(async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
  })
}
