import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hold } from '../support/hold.ts'
import { ownDatabase, run, start } from './cli.ts'

const interrupted = 'Interrupted. The command may or may not have completed; check before you retry.\n'

describe('a command interrupted by', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    '%s reports that it was interrupted, and exits 1',
    async (signal) => {
      const DATABASE_URL = await ownDatabase()
      const tokens = await hold(DATABASE_URL, 'tokens')
      const child = start(['token', 'create', '--agent', 'slow'], { DATABASE_URL })
      onTestFinished(() => void child.kill('SIGKILL'))
      const closed = once(child, 'close')
      await tokens.reached(1)
      child.kill(signal)
      // Under npm Ctrl-C arrives twice.
      child.kill(signal)
      expect(await closed).toEqual([1, null])
      expect(child.out).toBe('')
      expect(child.err).toBe(interrupted)
      await tokens.release()
      const { code } = await run({ DATABASE_URL }, 'token', 'list')
      expect(code).toBe(0)
    },
  )
})
