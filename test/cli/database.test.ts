import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { lockTable } from '../support/hold.ts'
import { ownDatabase, start } from './cli.ts'

describe('a command', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('reports its interruption by %s, and exits 1', async (signal) => {
    const DATABASE_URL = await ownDatabase()
    // The insert of the command waits for this lock.
    const tokens = await lockTable(DATABASE_URL, 'tokens')
    const child = start(['token', 'create', '--agent', 'interrupted'], { DATABASE_URL })
    onTestFinished(() => void child.kill('SIGKILL'))
    const closed = once(child, 'close')
    const ended = closed.then(() => {
      throw new Error(`The command ended: ${child.err}`)
    })
    await Promise.race([tokens.waitForBlocked(1), ended])
    child.kill(signal)
    await expect
      .poll(() => child.err, { timeout: 10_000 })
      .toBe('Interrupted. The command may or may not have completed; check before you retry.\n')
    // Under npm, Ctrl-C arrives twice.
    child.kill(signal)
    await tokens.release()
    await expect(ended).rejects.toThrow('Interrupted')
    expect(await closed).toEqual([1, null])
    expect(child.out).toBe('')
    expect(child.err).toMatch(/^Interrupted[^\n]*\n$/)
  })
})
