import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts a secret that the service must be able to read again, such as the token of a bot. `purpose` separates the keys
 * of the kinds of secrets, which are derived from `key`, 32 bytes. Returns base64url.
 */
export function seal(key: Buffer, purpose: string, secret: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', derivedKey(key, purpose), iv)
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Returns the secret that `seal` encrypted. Throws if the key is another one, or if the text was changed. */
export function unseal(key: Buffer, purpose: string, text: string): string {
  const bytes = Buffer.from(text, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', derivedKey(key, purpose), bytes.subarray(0, ivBytes))
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString()
}

function derivedKey(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `portfolio-ops ${purpose}`, 32))
}
