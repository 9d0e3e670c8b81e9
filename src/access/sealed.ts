import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { phrase } from '../language/phrase.ts'
import { Fault } from '../record/fault.ts'

const ivBytes = 12
const tagBytes = 16

/** The kinds of secrets. Each has its own key, which is derived from that of the service. */
export type Purpose = 'oauth' | 'webhook' | 'channel'

/**
 * Encrypts a secret that the service must be able to read again, such as the token of a bot. `key` has 32 bytes. Returns
 * base64url.
 */
export function seal(key: Buffer, purpose: Purpose, secret: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', derivedKey(key, purpose), iv)
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Returns the secret that `seal` encrypted. Throws `unavailable` if the key is another one, or if the text was changed. */
export function unseal(key: Buffer, purpose: Purpose, text: string): string {
  const bytes = Buffer.from(text, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', derivedKey(key, purpose), bytes.subarray(0, ivBytes))
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString()
  } catch {
    throw anotherKey()
  }
}

/** Returns the fault of what needs a stored secret that cannot be decrypted. */
export function anotherKey(): Fault {
  return new Fault('unavailable', phrase('refusal.otherSecretKey'), undefined, {
    next: phrase('refusal.otherSecretKeyAdvice'),
  })
}

function derivedKey(key: Buffer, purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `portfolio-ops ${purpose}`, 32))
}
