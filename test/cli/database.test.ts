import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { lockTable } from '../support/hold.ts'
import { ownDatabase, start } from './cli.ts'

describe('a command', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'that waits for a lock ends at once at %s with 1',
    async (signal) => {
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
      // Under npm, Ctrl-C arrives twice.
      const interruptedAt = performance.now()
      child.kill(signal)
      child.kill(signal)
      expect(await closed).toEqual([1, null])
      expect(performance.now() - interruptedAt).toBeLessThan(3000)
      expect([child.out, child.err]).toEqual([
        '',
        'Interrupted. The command may or may not have completed; check before you retry.\n',
      ])
      await expect(ended).rejects.toThrow('Interrupted')
    },
  )

  it('ends at once at SIGINT while its database is still being opened', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const child = start(['token', 'list'], { DATABASE_URL: `postgres://user@127.0.0.1:${port}/silent` })
    onTestFinished(() => void child.kill('SIGKILL'))
    const closed = once(child, 'close')
    await once(silent, 'connection')
    const interruptedAt = performance.now()
    child.kill('SIGINT')
    expect(await closed).toEqual([1, null])
    expect(performance.now() - interruptedAt).toBeLessThan(3000)
    expect(child.err).toMatch(/^Interrupted\. [^\n]*\n$/)
  })
})
