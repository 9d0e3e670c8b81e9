import { callbackUrl, openIdProvider } from '../http/identity/openid/provider.ts'
import type { Config } from '../src/config/config.ts'
import { lacksSecretKey, whyOAuthIsOff } from '../src/config/oauth.ts'

/** Says whether agents can connect to MCP by OAuth, and what a proxy must pass. */
export async function checkOAuth(config: Config): Promise<[true, string]> {
  const reason = whyOAuthIsOff(config, !lacksSecretKey(config))
  if (reason) return [true, `off, because ${reason}; agents connect to MCP with portfolio tokens`]
  return [
    true,
    `on; agents connect to ${config.PUBLIC_URL}/mcp. A proxy must pass /.well-known/* and /oauth/*, and must not block the user agent Claude-User`,
  ]
}

/** Checks that the OpenID provider answers, and can sign people in. */
export async function checkSignIn(config: Config): Promise<[true, string]> {
  const provider = openIdProvider(config)
  if (!provider) return [true, 'OIDC_ISSUER is not set; people sign in with a password']
  const { id_token_signing_alg_values_supported: algorithms } = await provider.metadata()
  if (
    Array.isArray(algorithms) &&
    algorithms.every((name) => name === 'none' || String(name).startsWith('HS'))
  )
    throw new Error(
      `the provider signs ID tokens with the client secret (${algorithms.join(', ')}). Choose a signing key there, see docs/sign-in.md.`,
    )
  return [true, `the provider answers; its redirect address must be ${callbackUrl(config)}`]
}
