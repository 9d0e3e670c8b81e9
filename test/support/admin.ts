import type { InjectOptions } from 'fastify'
import type { TestUser } from './people.ts'
import type { World } from './world.ts'

/** A page of the web interface. `body` is its HTML. */
export type AdminPage = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: string
  /** The path that the page redirects to. */
  location: string | undefined
}

type Fields = Record<string, string>
/** The fields of a form. A name may occur several times. */
export type Sent = Record<string, string | string[]>
type Headers = Record<string, string>

/**
 * A browser without JavaScript that is signed in: it keeps cookies, and sends the CSRF token of its last page and the
 * version in the last form that it saw of an address.
 */
export type Browser = {
  get: (path: string, headers?: Headers) => Promise<AdminPage>
  /** Sends a form. `_csrf` and `_version` among the fields replace the values of the pages. */
  post: (path: string, fields?: Sent, headers?: Headers) => Promise<AdminPage>
  /** Opens the page that asks before an action, or the record if the button of the action asks nothing, and sends it. */
  confirm: (path: string, fields?: Fields) => Promise<AdminPage>
  cookies: Map<string, string>
}

const origin = 'http://ops.test'

/** Opens a browser that is not signed in. */
export function openBrowser({ app }: Pick<World, 'app'>): Browser {
  const cookies = new Map<string, string>()
  const versions = new Map<string, string>()
  let csrf = ''

  async function send(method: 'GET' | 'POST', url: string, headers: Headers, payload?: string) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')
    const options: InjectOptions = { method, url, headers: { host: 'ops.test', cookie, ...headers } }
    const response = await app.inject(payload === undefined ? options : { ...options, payload })
    for (const { name, value, maxAge } of response.cookies)
      if (value === '' || maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    const { statusCode: status, body } = response
    csrf = /name="_csrf" value="([^"]+)"/.exec(body)?.[1] ?? csrf
    for (const [action, version] of formVersions(body, pathOf(url))) versions.set(action, version)
    const { location } = response.headers
    return { status, headers: response.headers, body, location }
  }

  const get: Browser['get'] = (path, headers = {}) => send('GET', path, headers)
  const post: Browser['post'] = (path, fields = {}, headers = {}) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded', origin }
    const version = versions.get(pathOf(path))
    const sent: Sent = { _csrf: csrf, ...(version && { _version: version }), ...fields }
    const pairs = Object.entries(sent).flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
    const form = new URLSearchParams(pairs)
    return send('POST', path, { ...type, ...headers }, form.toString())
  }
  return {
    cookies,
    get,
    post,
    confirm: async (path, fields) => {
      if ((await get(path)).status === 405) await get(path.replace(/\/[^/]+$/, ''))
      return post(path, fields)
    },
  }
}

function pathOf(url: string): string {
  return url.replace(/[?#].*/, '')
}

/** Returns the version in each form of a page at a path, by the addresses that the form sends to. */
export function formVersions(body: string, path: string): Map<string, string> {
  const forms = body.matchAll(/<form method="post"[\s\S]*?<\/form>/g)
  const versions = [...forms].flatMap(([form]): [string, string][] => {
    const version = /name="_version" value="(\d+)"/.exec(form)?.[1]
    const action = /^<form[^>]* action="([^"?]+)/.exec(form)?.[1] ?? path
    const others = [...form.matchAll(/ formaction="([^"?]+)/g)].flatMap(([, other]) => other ?? [])
    return version ? [action, ...others].map((address) => [address, version]) : []
  })
  return new Map(versions)
}

/** Signs a person in through the login page, and returns the browser. */
export async function signIn(
  world: Pick<World, 'app'>,
  { email, password }: Pick<TestUser, 'email' | 'password'>,
): Promise<Browser> {
  const browser = openBrowser(world)
  await browser.get('/admin/login')
  const { status, body } = await browser.post('/admin/login', { email, password })
  if (status !== 303) throw new Error(`Sign in of ${email}: ${status} ${body}`)
  return browser
}

/** Returns the fields that a browser would send from the form of a record. */
export function formFields({ body }: Pick<AdminPage, 'body'>): Fields {
  return Object.fromEntries(fieldsIn(/<form[^>]*class="record"[\s\S]*?<\/form>/.exec(body)?.[0] ?? ''))
}

/** Returns the fields that a browser would send from a form, without those of its buttons. */
export function fieldsIn(form: string): [string, string][] {
  const controls = form.matchAll(
    /<(?:input|textarea|select)\b[\s\S]*?(?=<(?:input|textarea|select|button)\b|<\/form>)/g,
  )
  return [...controls].flatMap(([control]) => fieldOf(control))
}

function fieldOf(control: string): [string, string][] {
  const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(control)?.[1]
  const name = attribute('name')
  if (!name || (attribute('type') === 'checkbox' && !/ checked/.test(control))) return []
  const chosen = /<option\b(?=[^>]* selected)[^>]* value="([^"]*)"/.exec(control)?.[1] ?? ''
  const text = /<textarea[^>]*>\n?([\s\S]*?)<\/textarea>/.exec(control)?.[1] ?? ''
  const value = { '<t': text, '<s': chosen }[control.slice(0, 2)] ?? attribute('value') ?? ''
  return [[name, value.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')]]
}
