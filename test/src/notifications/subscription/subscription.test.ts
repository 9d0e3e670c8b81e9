import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Delivery } from '../../../../src/notifications/subscription/subscription.ts'
import { safeValidate } from '../../../../src/record/validation/validate.ts'

const errorsOf = (secret: unknown) =>
  safeValidate(Delivery, { mode: 'webhook', url: 'https://hooks.example.com', secret }).errors
const ofBytes = (bytes: Uint8Array) => `whsec_${Buffer.from(bytes).toString('base64')}`

it('accepts every secret of 24 to 64 bytes, and no other', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const isValid = bytes.length >= 24 && bytes.length <= 64
      expect(errorsOf(ofBytes(bytes)) === undefined).toBe(isValid)
    }),
  )
})

it('repeats no secret in a message', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 8, unit: 'binary' }), (text) => {
      expect(JSON.stringify(errorsOf(`whsec_${text}`))).not.toContain(JSON.stringify(text).slice(1, -1))
    }),
  )
})

it.each([
  ['unpadded base64', `whsec_${Buffer.alloc(25).toString('base64').replace(/=+$/, '')}`],
  ['the alphabet of URLs', `whsec_${Buffer.alloc(32, 0xff).toString('base64url')}`],
  ['a line end', `${ofBytes(Buffer.alloc(32))}\n`],
  ['the prefix twice', `whsec_${ofBytes(Buffer.alloc(32))}`],
])('rejects %s', (_title, secret) => {
  expect(errorsOf(secret)).toEqual({
    secret: ['The secret field must be whsec_ and 24 to 64 bytes in base64.'],
  })
})
