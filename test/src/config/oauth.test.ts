import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'

describe('SECRET_KEY', () => {
  it('causes one warning if it is missing beside DATABASE_URL', () => {
    const DATABASE_URL = 'postgres://db/ops'
    const SECRET_KEY = Buffer.alloc(32).toString('base64')
    expect(readConfig({ DATABASE_URL }).warnings).toEqual([
      expect.stringMatching(
        /^SECRET_KEY: not set, so agents cannot connect by OAuth and no notifications are sent/,
      ),
    ])
    expect(readConfig({ DATABASE_URL, SECRET_KEY }).warnings).toEqual([])
    expect(readConfig().warnings).toEqual([])
  })
})
