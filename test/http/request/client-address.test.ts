import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { networkOf } from '../../../http/request/client-address.ts'
import { sql } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

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
    await expect.poll(logged).toEqual(['3.3.3.3', '2001:db8::1', '127.0.0.1'].map((ip) => ({ ip })))
  })
})

describe('networkOf', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
  const groups = fc.array(group, { minLength: 8, maxLength: 8 })

  it('returns the first 64 bits of an IPv6 address', () => {
    fc.assert(
      fc.property(groups, groups, (one, two) => {
        const sameNetwork = [...one.slice(0, 4), ...two.slice(4)]
        const expected = `${one.slice(0, 4).join(':')}::/64`
        expect(networkOf(one.join(':'))).toBe(expected)
        expect(networkOf(sameNetwork.join(':'))).toBe(expected)
        expect(networkOf(one.join(':').toUpperCase())).toBe(expected)
        expect(networkOf(one.map((part) => part.padStart(4, '0')).join(':'))).toBe(expected)
      }),
    )
  })

  it('returns the same for a compressed and an uncompressed address', () => {
    fc.assert(
      fc.property(groups, fc.nat(7), fc.nat(7), (parts, a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)]
        const full = parts.map((part, index) => (index >= from && index <= to ? '0' : part))
        const compressed = `${full.slice(0, from).join(':')}::${full.slice(to + 1).join(':')}`
        expect(networkOf(compressed)).toBe(networkOf(full.join(':')))
      }),
    )
  })

  it('returns an IPv4 address unchanged, also from its IPv6-mapped form', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        expect(networkOf(ip)).toBe(ip)
        expect(networkOf(`::ffff:${ip}`)).toBe(ip)
        expect(networkOf(`::FFFF:${ip}`)).toBe(ip)
      }),
    )
  })

  it('ignores the zone of an IPv6 address', () => {
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  })
})

/** Returns the remaining requests of an anonymous client. */
async function remaining({ app }: World, headers: Record<string, string>): Promise<number> {
  const answer = await app.inject({ url: path, headers, remoteAddress: '9.9.9.9' })
  return Number(answer.headers['x-ratelimit-remaining'])
}
