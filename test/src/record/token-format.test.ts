import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  digest,
  generateSecret,
  isWellFormedSecret,
  maskSecret,
  type Prefix,
} from '../../../src/record/token-format.ts'

const prefix = fc.constantFrom<Prefix>('ops', 'llm', 'pft', 'cal')
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const character = fc.constantFrom(...alphabet)

describe('a secret', () => {
  it('has the documented format, and is valid for its own prefix only', () => {
    fc.assert(
      fc.property(prefix, prefix, (own, other) => {
        const secret = generateSecret(own)
        expect(secret).toMatch(/^(ops|llm|pft|cal)_[0-9A-Za-z]{36}$/)
        expect(isWellFormedSecret(own, secret)).toBe(true)
        expect(isWellFormedSecret(other, secret)).toBe(own === other)
      }),
    )
  })

  it('is unique, and uses every character of the alphabet', () => {
    const secrets = Array.from({ length: 500 }, () => generateSecret('pft'))
    expect(new Set(secrets).size).toBe(500)
    expect(new Set(secrets.map((secret) => secret.slice(4, 34)).join('')).size).toBe(62)
  })

  it('is rejected by its checksum after any single typing error', () => {
    fc.assert(
      fc.property(prefix, fc.integer({ min: 4, max: 39 }), character, (own, place, typed) => {
        const secret = generateSecret(own)
        const mistyped = secret.slice(0, place) + typed + secret.slice(place + 1)
        expect(isWellFormedSecret(own, mistyped)).toBe(typed === secret[place])
      }),
    )
  })

  it('is rejected without a matching checksum, and with anything before or after it', () => {
    fc.assert(
      fc.property(prefix, fc.string({ unit: 'binary' }), (own, text) => !isWellFormedSecret(own, text)),
    )
    // A random text has the right checksum once in 2^32.
    const body = fc.noBias(fc.string({ unit: character, minLength: 36, maxLength: 36 }))
    fc.assert(fc.property(prefix, body, (own, text) => !isWellFormedSecret(own, `${own}_${text}`)))
    const secret = generateSecret('pft')
    for (const near of [`${secret}\n`, ` ${secret}`, secret.toLowerCase(), `${secret}0`, secret.slice(0, -1)])
      expect(isWellFormedSecret('pft', near)).toBe(near === secret)
  })

  it('ends with the CRC32 in base 62', () => {
    expect(isWellFormedSecret('pft', 'pft_0000000000000000000000000000001h1GwL')).toBe(true)
  })

  it('is stored as its SHA-256 and masked but for its ends', () => {
    expect(digest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(maskSecret('pft_Abcdefghijklmnopqrstuvwxyz0123459xYz')).toBe('pft_Abc…9xYz')
  })
})
