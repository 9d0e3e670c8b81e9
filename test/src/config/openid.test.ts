import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'

const all = {
  OIDC_ISSUER: 'https://accounts.example.com',
  OIDC_CLIENT_ID: 'portfolio-ops',
  OIDC_CLIENT_SECRET: 'secret of the client',
}

function faultsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET', () => {
  it('are set together or not at all', () => {
    expect(readConfig(all)).toMatchObject(all)
    for (const [name, value] of Object.entries(all)) {
      const faults = faultsOf({ [name]: value })
      const others = Object.keys(all).filter((other) => other !== name)
      for (const other of others) expect(faults).toContain(`${other}: must be set, because`)
      expect(faults).not.toContain(value)
    }
    const { OIDC_CLIENT_ID: _, ...two } = all
    expect(faultsOf(two)).toContain('OIDC_CLIENT_ID: must be set, because')
  })

  it('name the provider of the metadata document too', () => {
    const OIDC_ISSUER = 'https://auth.example.com/application/o/ops/.well-known/openid-configuration'
    expect(readConfig({ ...all, OIDC_ISSUER }).OIDC_ISSUER).toBe(
      'https://auth.example.com/application/o/ops/',
    )
  })

  it.each([
    'ftp://issuer.example',
    'issuer.example',
    'https://user:pass@issuer.example',
    'https://a.example?b',
  ])('are rejected with the issuer %s', (OIDC_ISSUER) => {
    const faults = faultsOf({ ...all, OIDC_ISSUER })
    expect(faults).toContain('OIDC_ISSUER: must')
    expect(faults).not.toContain(OIDC_ISSUER)
  })

  it.each([
    'http://127.0.0.1:8080',
    'http://keycloak:8080/realms/x',
    'https://localhost',
    'https://[::1]:8443',
  ])('accept %s only where PUBLIC_URL is a loopback address', (OIDC_ISSUER) => {
    const fault = 'OIDC_ISSUER: must be https and no loopback address'
    for (const PUBLIC_URL of ['http://localhost:3000', 'https://127.0.0.1'])
      expect(faultsOf({ ...all, OIDC_ISSUER, PUBLIC_URL })).toBe('')
    expect(faultsOf({ ...all, OIDC_ISSUER })).toBe('')
    expect(faultsOf({ ...all, OIDC_ISSUER, PUBLIC_URL: 'https://ops.example.com' })).toContain(fault)
    expect(faultsOf({ ...all, OIDC_ISSUER, HOST: '10.1.2.3' })).toContain(fault)
  })

  it('are reported beside the other invalid variables', () => {
    const faults = faultsOf({
      ...all,
      OIDC_CLIENT_ID: '',
      HOST: '256.1.1.1',
      PORT: 'x',
      PASSWORD_LOGIN: 'no',
    })
    expect(
      faults
        .split('\n  ')
        .slice(1)
        .map((line) => line.split(':')[0])
        .sort(),
    ).toEqual(['HOST', 'OIDC_CLIENT_ID', 'PASSWORD_LOGIN', 'PORT'])
  })
})

it('rejects PASSWORD_LOGIN=0 without a provider', () => {
  expect(faultsOf({ PASSWORD_LOGIN: '0' })).toContain('PASSWORD_LOGIN: 0 requires OIDC_ISSUER')
  expect(readConfig({ ...all, PASSWORD_LOGIN: '0' }).PASSWORD_LOGIN).toBe(false)
  expect(readConfig().PASSWORD_LOGIN).toBe(true)
})
