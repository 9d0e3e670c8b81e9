export const scopes = ['read', 'offline_access']

/** The scope of every client; `offline_access` is that of refresh tokens. */
export const scope = scopes.join(' ')

export const grantTypes = ['authorization_code', 'refresh_token']
export const clientAuthMethods = ['none', 'client_secret_post', 'client_secret_basic']
export const responseModes = ['query']

/** Returns the document about the resource (RFC 9728). */
export function resourceMetadata(publicUrl: string) {
  return {
    resource: resourceOf(publicUrl),
    resource_name: 'portfolio-ops',
    authorization_servers: [publicUrl],
    scopes_supported: ['read'],
    bearer_methods_supported: ['header'],
  }
}

/** Returns the metadata of the authorization server (RFC 8414). They name only what `test/http/oauth` tries. */
export function serverMetadata(publicUrl: string) {
  return {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    token_endpoint: `${publicUrl}/oauth/token`,
    registration_endpoint: `${publicUrl}/oauth/register`,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    jwks_uri: `${publicUrl}/oauth/jwks`,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: responseModes,
    grant_types_supported: grantTypes,
    token_endpoint_auth_methods_supported: clientAuthMethods,
    revocation_endpoint_auth_methods_supported: clientAuthMethods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  }
}

/** Returns the OpenID configuration, with the two fields that its standard requires beside those of the server. */
export function openIdMetadata(publicUrl: string) {
  return {
    ...serverMetadata(publicUrl),
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
}

/** Returns the address of the one resource that access tokens are for. */
export function resourceOf(publicUrl: string): string {
  return `${publicUrl}/mcp`
}

/** Names the resource in the parameters of a request as the server does, if they mean it in another spelling. */
export function canonicalResource(parameters: URLSearchParams, publicUrl: string): void {
  const resource = resourceOf(publicUrl)
  const meant = [publicUrl, resource].map(comparable)
  const asked = parameters.getAll('resource')
  parameters.delete('resource')
  for (const one of asked) parameters.append('resource', meant.includes(comparable(one)) ? resource : one)
}

// The parser writes scheme and host in small letters and leaves the default port out.
function comparable(address: string): string {
  return (URL.parse(address)?.href ?? address).replace(/\/$/, '')
}
