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
