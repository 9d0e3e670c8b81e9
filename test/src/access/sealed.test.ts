import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { seal, unseal } from '../../../src/access/sealed.ts'

const key = randomBytes(32)

it('returns a sealed secret to the same key and purpose only', () => {
  const sealed = seal(key, 'webhook', 'whsec_ёлка')
  expect(sealed).not.toContain('whsec')
  expect(unseal(key, 'webhook', sealed)).toBe('whsec_ёлка')
  expect(() => unseal(key, 'channel', sealed)).toThrow('SECRET_KEY cannot decrypt what is stored.')
  expect(() => unseal(randomBytes(32), 'webhook', sealed)).toThrow(
    'SECRET_KEY cannot decrypt what is stored.',
  )
})

it('seals a secret differently each time, and rejects a changed text', () => {
  const sealed = seal(key, 'webhook', 'secret')
  expect(seal(key, 'webhook', 'secret')).not.toBe(sealed)
  const changed = `${sealed.slice(0, -4)}${sealed.slice(-4) === 'AAAA' ? 'BBBB' : 'AAAA'}`
  expect(() => unseal(key, 'webhook', changed)).toThrow('SECRET_KEY cannot decrypt what is stored.')
})
