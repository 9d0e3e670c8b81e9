import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../support/admin.ts'
import {
  authorizeUrl,
  callMcp,
  decide,
  exchange,
  makeOAuthWorld,
  openConsent,
  publicUrl,
  redirectUri,
  register,
} from '../../support/oauth.ts'
import { makePerson } from '../../support/people.ts'
import type { World } from '../../support/world.ts'

let world: World
let manager: Browser

beforeAll(async () => {
  world = await makeOAuthWorld()
  manager = await signIn(world, await makePerson(world, 'manager'))
})

const code_verifier = randomBytes(32).toString('base64url')
const challenge = { code_challenge: createHash('sha256').update(code_verifier).digest('base64url') }

const path = (address: string) => address.slice(publicUrl.length)
const metadataOf = async (name: string) => (await world.app.inject(`/.well-known/${name}`)).json()

type Client = { client_id: string; client_secret?: string }

async function codeOf({ client_id }: Client, changes = {}): Promise<string> {
  const consent = await openConsent(manager, authorizeUrl(client_id, changes))
  return (await decide(manager, consent.path, 'allow')).get('code') ?? ''
}

// Sends a form as a client that authenticates by a method.
async function sendAs(method: string, { client_id, client_secret = '' }: Client, url: string, form: object) {
  const isBasic = method === 'client_secret_basic'
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
  const { statusCode: status, body } = await world.app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(isBasic && { authorization: `Basic ${basic}` }),
    },
    payload: new URLSearchParams({
      ...form,
      ...(!isBasic && { client_id }),
      ...(method === 'client_secret_post' && { client_secret }),
    }).toString(),
  })
  return { status, body: body ? JSON.parse(body) : {} }
}

describe('the metadata', () => {
  it('name what is tried below, and nothing else', async () => {
    const metadata = {
      issuer: publicUrl,
      authorization_endpoint: `${publicUrl}/oauth/authorize`,
      token_endpoint: `${publicUrl}/oauth/token`,
      registration_endpoint: `${publicUrl}/oauth/register`,
      revocation_endpoint: `${publicUrl}/oauth/revoke`,
      jwks_uri: `${publicUrl}/oauth/jwks`,
      scopes_supported: ['read', 'offline_access'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
      revocation_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    }
    expect(await metadataOf('oauth-authorization-server')).toEqual(metadata)
    // The standard requires these two.
    expect(await metadataOf('openid-configuration')).toEqual({
      ...metadata,
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    })
  })

  it('name response modes, scopes and methods that lead to an answer', async () => {
    const metadata = await metadataOf('openid-configuration')
    for (const response_mode of metadata.response_modes_supported)
      for (const response_type of metadata.response_types_supported)
        for (const code_challenge_method of metadata.code_challenge_methods_supported)
          for (const scope of [...metadata.scopes_supported, metadata.scopes_supported.join(' ')]) {
            const { body: client } = await register(world)
            const asked = { response_mode, response_type, code_challenge_method, scope }
            const { status } = await exchange(world, client.client_id, await codeOf(client, asked))
            expect(status).toBe(200)
          }
    const { keys } = (await world.app.inject(path(metadata.jwks_uri))).json()
    for (const name of metadata.id_token_signing_alg_values_supported)
      expect(keys).toContainEqual(expect.objectContaining({ alg: name, use: 'sig' }))
  })

  it('name ways to authenticate by which a client gets, refreshes and revokes tokens', async () => {
    const metadata = await metadataOf('oauth-authorization-server')
    const methods: string[] = metadata.token_endpoint_auth_methods_supported
    expect(metadata.revocation_endpoint_auth_methods_supported).toEqual(methods)
    expect(metadata.grant_types_supported).toEqual(['authorization_code', 'refresh_token'])
    for (const method of methods) {
      const { body: client } = await register(world, { token_endpoint_auth_method: method })
      const send = (address: string, form: object) => sendAs(method, client, path(address), form)
      const code = await codeOf(client, challenge)
      const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier }
      const { body: first } = await send(metadata.token_endpoint, grant)
      expect(first).toMatchObject({ token_type: 'Bearer', scope: 'read' })
      const { refresh_token } = first
      const { body: second } = await send(metadata.token_endpoint, {
        grant_type: 'refresh_token',
        refresh_token,
      })
      expect((await callMcp(world, second.access_token)).statusCode).toBe(200)
      const revoked = await send(metadata.revocation_endpoint, { token: second.access_token })
      expect(revoked.status).toBe(200)
      expect((await callMcp(world, second.access_token)).statusCode).toBe(401)
    }
  })

  it('name no DPoP and no pushed requests, which do not work', async () => {
    const { body: client } = await register(world, {
      dpop_bound_access_tokens: true,
      require_pushed_authorization_requests: true,
    })
    const { body } = await exchange(world, client.client_id, await codeOf(client))
    expect(body.token_type).toBe('Bearer')
    expect((await world.app.inject({ method: 'POST', url: '/oauth/request' })).statusCode).toBe(404)
  })
})
