import { expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'

it.each(['LLM_BASE_URL', 'TELEGRAM_API_URL', 'OIDC_ISSUER'])(
  '%s has no port that HTTP clients never call',
  (name) => {
    const others = {
      OIDC_CLIENT_ID: 'id',
      OIDC_CLIENT_SECRET: 'secret',
      OIDC_ISSUER: 'https://issuer.example.com',
    }
    const read = (port: number) => readConfig({ ...others, [name]: `https://api.example.com:${port}/v1` })
    expect(() => read(6000)).toThrow(`  ${name}: must have another port: HTTP clients never call this one`)
    expect(read(6001)).toMatchObject({ [name]: 'https://api.example.com:6001/v1' })
  },
)

it.each(['mailto:security@example.com', 'https://example.com/security'])(
  'SECURITY_CONTACT may be %s',
  (url) => {
    expect(readConfig({ SECURITY_CONTACT: url }).SECURITY_CONTACT).toBe(url)
  },
)

it.each([
  'security@example.com',
  'mailto:security',
  'http://example.com',
  'https://',
  'https://example.com/security contact',
  'https://example.com/безопасность',
  'tel:+1-201-555-0123',
  'mailto:security@example.com?subject=%0AExpires:',
])('SECURITY_CONTACT may not be %s', (url) => {
  expect(() => readConfig({ SECURITY_CONTACT: url })).toThrow(
    '  SECURITY_CONTACT: must be a mailto: or an https: address, such as mailto:security@example.com',
  )
})
