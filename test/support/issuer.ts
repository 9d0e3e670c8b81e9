import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { AdminPage, Browser } from './admin.ts'
import { onFileFinished } from './cleanup.ts'

/** The account that a person has at the issuer: the claims of its ID token, and those of userinfo. */
type IssuerAccount = { sub: string; idToken?: object; userInfo?: object }

/** An OpenID provider on this machine at which everyone is signed in with the account that a test chooses. */
export type Issuer = {
  url: string
  environment: Record<string, string>
  /** The account that signs in next. */
  account: IssuerAccount
  /** Answers a path in place of the provider. Undefined takes it back. */
  answer: (path: string, response: ((response: ServerResponse) => void) | undefined) => void
  /** Returns how often a path was asked for. */
  requests: (path: string) => number
  /** Goes through the pages of the issuer. Returns the address that it sends the browser back to. */
  visit: (url: string) => Promise<URL>
  /** Goes from the service to the issuer and back, with an account. Returns the answer of the callback. */
  signIn: (browser: Browser, account: IssuerAccount, path?: string) => Promise<AdminPage>
}

const clientId = 'portfolio-ops'
const clientSecret = 'secret of the client at the issuer'
const sharedClaims = ['email', 'email_verified', 'xms_edov', 'preferred_username']

/** Starts an issuer that is stopped after the test file. `publicUrl` is the address of the service. */
export async function startIssuer(
  publicUrl: string,
  {
    authentication = 'client_secret_basic',
    ...settings
  }: { authentication?: string; [name: string]: unknown } = {},
): Promise<Issuer> {
  const answers = new Map<string, (response: ServerResponse) => void>()
  const counts = new Map<string, number>()
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    counts.set(path, (counts.get(path) ?? 0) + 1)
    const answer = answers.get(path)
    return answer ? answer(response) : handle(request, response)
  })
  onFileFinished(async () => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const issuer: Issuer = {
    url,
    environment: {
      PUBLIC_URL: publicUrl,
      CORS_ORIGINS: 'http://ops.test',
      OIDC_ISSUER: url,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_LABEL: 'Sign in with Example',
    },
    account: { sub: 'nobody' },
    answer: (path, response) => (response ? answers.set(path, response) : answers.delete(path)),
    requests: (path) => counts.get(path) ?? 0,
    visit: (start) => visit(start, url),
    signIn: async (browser, account, path = '/admin/login/oidc') => {
      issuer.account = account
      const { pathname, search } = await issuer.visit(await goTo(browser, path))
      return browser.get(pathname + search)
    },
  }
  const provider = new Provider(url, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${publicUrl}/admin/login/oidc/callback`],
        token_endpoint_auth_method: authentication as 'client_secret_basic',
      },
    ],
    claims: { openid: ['sub'], email: sharedClaims },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['key of the issuer'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    interactions: { url: (_context, { uid }) => `/choose/${uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: (use) => ({ sub, ...(use === 'id_token' ? issuer.account.idToken : issuer.account.userInfo) }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
    ...settings,
  })
  const callback = provider.callback()
  handle = async (request, response) => {
    if (!request.url?.startsWith('/choose/')) return callback(request, response)
    const login = { accountId: issuer.account.sub, remember: false }
    await provider.interactionFinished(request, response, { login })
  }
  return issuer
}

/** Opens the way to the issuer. Returns the address there. */
export async function goTo(browser: Browser, path = '/admin/login/oidc'): Promise<string> {
  const { status, location, body } = await browser.get(path)
  if (status !== 303 || !location) throw new Error(`${status} ${body}`)
  return location
}

// A browser with the cookies of this visit.
async function visit(start: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(start)
  while (url.origin === issuer) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`${url} answers ${response.status} ${await response.text()}`)
    url = new URL(location, url)
  }
  return url
}
