import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findCredential } from '../../../src/access/find-credential.ts'
import { generateSecret } from '../../../src/access/secret.ts'
import { credentials } from '../../support/credentials.ts'

describe('a credential', () => {
  it.each(Object.entries(credentials))('is found inside a text: %s', (_, credential) => {
    expect(findCredential(credential)).toBeDefined()
    expect(findCredential(`Use this: ${credential}\nУвидимся завтра.`)).toBeDefined()
    expect(findCredential(`secretlint-disable\n${credential}`)).toBeDefined()
  })

  it('is a token of this service only if its checksum is valid', () => {
    for (const prefix of ['ops', 'llm', 'pft', 'cal'] as const) {
      const secret = generateSecret(prefix)
      expect(findCredential(`(${secret})`)).toBe('portfolio-ops token')
      expect(findCredential(secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0'))).toBeUndefined()
    }
  })

  it.each([
    'https://play.google.com/store/apps/details?id=com.example.scanner&hl=ru#reviews',
    'com.example.scanner_pro, bundle com.example.Scanner-Pro, order GPA.3345-1234-5678-90123',
    'Fixed in commit 0635e05abf7c1a2b3c4d5e6f708192a3b4c5d6e7 of github.com/example/app',
    'Product code QmFzZTY0IGxvb2tpbmcgcHJvZHVjdCBjb2Rl, key of the tariff: PRO-2026',
    'The database runs at postgres://localhost:5432/portfolio; ask Anna for the password.',
    'Revoke tokens that begin with ghp_, sk-proj-, AKIA or -----BEGIN PRIVATE KEY-----.',
    'account_id: 123456789012, chat 12345678:AAPL, 550e8400-e29b-41d4-a716-446655440000',
  ])('is not %s', (text) => {
    expect(findCredential(text)).toBeUndefined()
  })

  it('is not found in ordinary words, numbers, hashes and links', () => {
    const word = fc.oneof(
      fc.lorem(),
      fc.webUrl(),
      fc.uuid(),
      fc.base64String({ maxLength: 60 }),
      fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 7, maxLength: 64 }),
      fc.string({ unit: 'grapheme' }),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), (words) => {
        expect(findCredential(words.join(' '))).toBeUndefined()
      }),
      { numRuns: 1000 },
    )
  })

  it('is searched in time linear in the length of the text', () => {
    const prefixes = [
      'ghs_',
      'ghs_1_',
      'figd_',
      'sk-ant-api03-',
      'mongodb://a:',
      'https://',
      'xoxb-a-',
      'SG.a.',
    ]
    const startedAt = performance.now()
    for (const prefix of [...prefixes, '-----BEGIN PRIVATE KEY-----\n', 'aws_secret_access_key = '])
      for (const after of ['', 'a'.repeat(30), 'a-'.repeat(400), ' '.repeat(900)])
        findCredential((prefix + after).repeat(50_000 / prefix.length).slice(0, 50_000))
    expect(performance.now() - startedAt).toBeLessThan(5000)
  })
})
