import { describe, expect, it } from 'vitest'
import { startIssuer } from '../support/issuer.ts'
import { ownDatabase } from './cli.ts'
import { runHere } from './here.ts'

const publicUrl = 'http://127.0.0.1:3998'
const SECRET_KEY = Buffer.alloc(32).toString('base64')

async function doctor(environment: Record<string, string>) {
  const { code, out } = await runHere({ DATABASE_URL: await ownDatabase(), ...environment }, 'doctor')
  const says = (name: string) => new RegExp(`^(\\w+) +${name}: (.*)$`, 'm').exec(out)?.slice(1)
  return { code, says }
}

describe('doctor checks the sign-in of people', () => {
  it('by the metadata of the provider, and names the redirect address', async () => {
    const { environment } = await startIssuer(publicUrl)
    const { code, says } = await doctor(environment)
    expect(code).toBe(0)
    expect(says('sign-in')).toEqual([
      'ok',
      `the provider answers; its redirect address must be ${publicUrl}/admin/login/oidc/callback`,
    ])
  })

  it('and fails if the provider does not answer', async () => {
    const { environment } = await startIssuer(publicUrl)
    const { code, says } = await doctor({ ...environment, OIDC_ISSUER: 'http://127.0.0.1:2' })
    expect(code).toBe(1)
    expect(says('sign-in')).toEqual([
      'fail',
      expect.stringMatching(/ECONNREFUSED.* or correct OIDC_ISSUER\.$/),
    ])
  })

  it.each([
    [
      'names itself otherwise',
      { issuer: 'https://auth.example.com/' },
      /Set OIDC_ISSUER to .*: https:\/\/auth\.example\.com\/$/,
    ],
    [
      'serves several tenants',
      { issuer: 'https://login.example.com/{tenantid}/v2.0' },
      /Set OIDC_ISSUER to https:\/\/login\.example\.com\/TENANT\/v2\.0 with the id of your tenant in place of TENANT\.$/,
    ],
    [
      'signs with the client secret',
      { id_token_signing_alg_values_supported: ['HS256'] },
      /HS256\)\. Choose a signing key/,
    ],
  ])('and fails if the provider %s', async (_case, changes, message) => {
    const issuer = await startIssuer(publicUrl)
    const path = '/.well-known/openid-configuration'
    const metadata = await (await fetch(issuer.url + path)).json()
    issuer.answer(path, (response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ...(metadata as object), ...changes })),
    )
    const { code, says } = await doctor(issuer.environment)
    expect(code).toBe(1)
    expect(says('sign-in')).toEqual(['fail', expect.stringMatching(message)])
  })
})

describe('doctor says whether agents connect by OAuth', () => {
  it.each([
    [{ OAUTH: '0', SECRET_KEY, PUBLIC_URL: publicUrl }, 'OAUTH is 0'],
    [
      { SECRET_KEY, PUBLIC_URL: 'http://ops.example.com' },
      'PUBLIC_URL is neither https nor a loopback address',
    ],
    [{ PUBLIC_URL: 'https://ops.example.com' }, 'DATABASE_URL is set without SECRET_KEY'],
  ])('not with %j', async (environment, reason) => {
    const { code, says } = await doctor(environment)
    expect(code).toBe(0)
    expect(says('oauth')?.[1]).toContain(`off, because ${reason}; `)
  })

  it('and what a proxy must pass', async () => {
    const { says } = await doctor({ SECRET_KEY, PUBLIC_URL: 'https://ops.example.com' })
    expect(says('oauth')?.[1]).toBe(
      'on; agents connect to https://ops.example.com/mcp. A proxy must pass /.well-known/* and /oauth/*, and must not block the user agent Claude-User',
    )
    expect(says('configuration')).toEqual(['ok', 'valid'])
  })
})
