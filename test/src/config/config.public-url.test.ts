import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'

describe('PUBLIC_URL', () => {
  it('causes a warning if it is http and not of this machine', () => {
    const secret = { BOT_TOKEN: 'secret' }
    const warning = expect.stringMatching(/^PUBLIC_URL: http without TLS .*[^.]$/)
    for (const PUBLIC_URL of ['http://ops.example.com', 'http://10.0.0.5:3000/ops', 'HTTP://[2001:db8::1]'])
      expect(readConfig({ ...secret, PUBLIC_URL }).warnings).toEqual([warning])
    expect(readConfig({ ...secret, HOST: '10.0.0.5' }).warnings).toEqual([warning])
    for (const PUBLIC_URL of [
      'https://ops.example.com',
      'http://localhost:3000',
      'http://127.0.0.1',
      'http://[::1]',
    ])
      expect(readConfig({ ...secret, PUBLIC_URL }).warnings).toEqual([])
  })
})
