import { clientAuthMethods, grantTypes, responseModes, scope } from './metadata.ts'
import { redirectFault } from './redirect-address.ts'

type Metadata = Record<string, unknown>

/** The redirect addresses of a client are not valid. */
export class InvalidRedirects extends Error {}

/**
 * Returns what is supported of the metadata that a client asks for. A client that asks for more gets less, as RFC 7591
 * allows, instead of an error. Other fields are left out, so the OAuth library fetches no address that they name.
 *
 * @throws InvalidRedirects
 */
export function supportedMetadata(asked: Metadata): Metadata {
  const { client_name, client_uri, redirect_uris, grant_types, token_endpoint_auth_method: method } = asked
  const redirects: unknown[] = Array.isArray(redirect_uris) ? redirect_uris : []
  if (redirects.length === 0) throw new InvalidRedirects('redirect_uris must have an address.')
  const fault = redirects.map(redirectFault).find(Boolean)
  if (fault) throw new InvalidRedirects(fault)
  const others = Array.isArray(grant_types) ? grant_types : grantTypes
  return {
    ...(isText(client_name) && { client_name }),
    ...(isText(client_uri) && /^https?:$/.test(URL.parse(client_uri)?.protocol ?? '') && { client_uri }),
    redirect_uris: redirects,
    // To the library only clients of the web may be at https://localhost, and only native ones at any port and at schemes.
    application_type: redirects.every((uri) => /^https:/i.test(String(uri))) ? 'web' : 'native',
    grant_types: grantTypes.filter((type) => type === 'authorization_code' || others.includes(type)),
    response_types: ['code'],
    response_modes: responseModes,
    scope,
    ...(isText(method) && {
      token_endpoint_auth_method: clientAuthMethods.includes(method) ? method : 'none',
    }),
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
