import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { storeKey } from '../../../src/portfolio/app/store-key.ts'
import { link } from '../../../src/record/link.ts'

describe('storeKey', () => {
  it.each([
    ['https://www.apps.apple.com/us/app/scan/id9/', 'http://apps.apple.com/us/app/scan/id9?l=ru#x'],
    ['https://a.example:443/x', 'https://a.example/x'],
    ['https://a.example/%d1%8f', 'https://a.example/я'],
    ['https://a.example/%41', 'https://a.example/A'],
    ['https://пример.рф/x', 'https://xn--e1afmkfd.xn--p1ai/x'],
    ['https://a.example/x?package=b&id=a', 'https://a.example/x?id=a&utm=1&package=b'],
  ])('is one for %s and %s', (one, other) => {
    expect(storeKey(one)).toBe(storeKey(other))
  })

  it.each([
    ['https://a.example/x', 'https://a.example/X'],
    ['https://a.example/x', 'https://b.example/x'],
    ['https://a.example/x', 'https://a.example:8443/x'],
    ['https://a.example/x?id=a', 'https://a.example/x?id=A'],
    ['https://a.example/x%2Fy', 'https://a.example/x/y'],
    ['https://a.example/x?id=a%26package%3Db', 'https://a.example/x?id=a&package=b'],
    [`https://a.example/${'я'.repeat(400)}a`, `https://a.example/${'я'.repeat(400)}b`],
  ])('is not one for %s and %s', (one, other) => {
    expect(storeKey(one)).not.toBe(storeKey(other))
  })

  it('of any address is text that an index takes', () => {
    const path = fc.string({
      unit: fc.constantFrom('%', '0', '/', '😀', '.', '\u0001', '?', 'id=', '%00'),
      maxLength: 90,
    })
    fc.assert(
      fc.property(path, (tail) => {
        const address = link.safeParse(`https://a.example/${tail}`)
        fc.pre(address.success)
        const key = storeKey(address.data!)
        expect(key.length).toBeLessThanOrEqual(500)
        expect(key).toMatch(/^[\x21-\x7e]+$/)
      }),
    )
  })
})
