import { describe, expect, it } from 'vitest'
import { sql } from '../support/makers.ts'
import { makeWorld, type World } from '../support/world.ts'

const path = '/api/portfolio/directions'

describe('a client address that a trusted proxy forwards', () => {
  it('is counted without its port, or as the proxy if it is invalid', async () => {
    const world = await makeWorld({ RATE_LIMIT_PER_MINUTE: '9', TRUST_PROXY: '9.9.9.9' })
    const from = (address: string) => remaining(world, { 'x-forwarded-for': address })
    expect([await from('3.3.3.3'), await from('3.3.3.3:1234'), await from('3.3.3.3:9')]).toEqual([8, 7, 6])
    const ipv6 = ['2001:db8::1', '[2001:db8::1]:99', '[2001:db8::2]']
    expect([await from(ipv6[0]!), await from(ipv6[1]!), await from(ipv6[2]!)]).toEqual([8, 7, 6])
    expect([await from('<script>'), await from('unknown'), await remaining(world, {})]).toEqual([8, 7, 6])
  })

  it('is logged without its port, or as the proxy if it is invalid', async () => {
    const world = await makeWorld({ TRUST_PROXY: '127.0.0.1' })
    for (const address of ['3.3.3.3:1234', '[2001:db8::1]:99', '<script>'])
      await world.send('GET', path, undefined, { 'x-forwarded-for': address })
    const logged = () => sql(world, 'select ip from request_logs order by id')
    await expect
      .poll(logged, { timeout: 10_000 })
      .toEqual(['3.3.3.3', '2001:db8::1', '127.0.0.1'].map((ip) => ({ ip })))
  })
})

/** Returns the remaining requests of an anonymous client. */
async function remaining({ app }: World, headers: Record<string, string>): Promise<number> {
  const answer = await app.inject({ url: path, headers, remoteAddress: '9.9.9.9' })
  return Number(answer.headers['x-ratelimit-remaining'])
}
