import { expect, it } from 'vitest'
import { run } from './cli.ts'

// Without SECRET_KEY, `serve` warns first.
const nowhere = {
  DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none',
  SECRET_KEY: Buffer.alloc(32).toString('base64'),
}

it.each(['serve', 'migrate', 'token list'])(
  'reports an unreachable database of %s in one line without the password within ten seconds, and exits 1',
  async (command) => {
    const startedAt = Date.now()
    const { code, out, err } = await run(nowhere, ...command.split(' '))
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(
      /^The database at 127\.0\.0\.1:1 cannot be used: [^\n]*ECONNREFUSED[^\n]* DATABASE_URL\.\n$/,
    )
    expect(err).not.toContain('secret')
    expect(Date.now() - startedAt).toBeLessThan(10_000)
  },
)
