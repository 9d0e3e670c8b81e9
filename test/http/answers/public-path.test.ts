import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser } from '../../support/admin.ts'
import { type AdminWorld, makeAdminWorld } from '../../support/admin-world.ts'
import { crawl, formsOf } from '../../support/crawl.ts'
import type { World } from '../../support/world.ts'

const prefix = '/ops'

let world: AdminWorld
beforeAll(async () => {
  world = await makeAdminWorld({ PUBLIC_URL: `https://ops.test${prefix}` })
})

/** Returns a browser behind a proxy that strips the prefix. It fails if a request has another path. */
function behindProxy(session?: Browser): Browser {
  const inject = (options: { url: string }) => {
    expect(options.url).toMatch(/^\/ops(\/|\?|$)/)
    return world.app.inject({ ...options, url: options.url.slice(prefix.length) || '/' })
  }
  const browser = openBrowser({ app: { inject } as unknown as World['app'] })
  for (const [name, value] of session?.cookies ?? []) browser.cookies.set(name, value)
  return browser
}

/** Returns the attributes of a page that contain an address of this server outside the prefix. */
function addressesElsewhere(body: string): string[] {
  const attributes = body.matchAll(/ ([\w-]+)="(\/[^"]*|https:\/\/ops\.test[^"]*)"/g)
  return [...attributes]
    .filter(([, name, address]) => name !== 'value' && !/^(https:\/\/ops\.test)?\/ops\//.test(address ?? ''))
    .map(([attribute]) => attribute)
}

const setCookies = ({ headers }: { headers: Record<string, unknown> }) =>
  [headers['set-cookie'] ?? []].flat().map(String)

describe('with a path in PUBLIC_URL', () => {
  it.each(['admin', 'user'] as const)(
    'every page that an %s sees has only links, forms and files below that path',
    async (who) => {
      const start = who === 'admin' ? '/ops/admin' : '/ops/admin/account'
      const pages = await crawl(behindProxy(world[who]), start, '/')
      expect(pages.size).toBeGreaterThan(who === 'admin' ? 200 : 1)
      for (const [path, page] of pages) {
        expect([path, page.status, addressesElsewhere(page.body)]).toEqual([path, page.status, []])
        expect([path, formsOf(page, path).filter((form) => !form.startsWith('/ops/admin/'))]).toEqual([
          path,
          [],
        ])
        for (const cookie of setCookies(page))
          expect([path, cookie]).toEqual([path, expect.stringMatching(/; Path=\/ops;/)])
        expect([path, page.location ?? '/ops/']).toEqual([path, expect.stringMatching(/^\/ops\//)])
      }
      const files = [...pages.values()].flatMap(({ body }) => [
        ...body.matchAll(/ (?:src|href)="([^"]+\/static\/[^"]+)"/g),
      ])
      const proxied = behindProxy()
      for (const file of new Set(files.map(([, address = '']) => address)))
        expect((await proxied.get(file)).status).toBe(200)
    },
  )

  it('a person signs in, returns to the page that was opened, and signs out', async () => {
    const browser = behindProxy()
    const opened = await browser.get('/ops/admin/companies?sort=name')
    expect([opened.status, opened.location]).toEqual([
      303,
      '/ops/admin/login?next=%2Fadmin%2Fcompanies%3Fsort%3Dname',
    ])
    const login = await browser.get(opened.location ?? '')
    expect(setCookies(login)).toEqual([
      expect.stringMatching(/^__Secure-csrf=.*; Path=\/ops; HttpOnly; Secure; SameSite=Lax$/),
    ])
    const { email, password } = world.people.admin
    const signedIn = await browser.post(opened.location ?? '', { email, password })
    expect([signedIn.status, signedIn.location]).toEqual([303, '/ops/admin/companies?sort=name'])
    expect(setCookies(signedIn)).toEqual([
      expect.stringMatching(/^__Secure-session=[^;]+; Path=\/ops; HttpOnly; Secure; SameSite=Lax$/),
    ])
    expect((await browser.get(signedIn.location ?? '')).status).toBe(200)
    const signedOut = await browser.post('/ops/admin/logout')
    expect(signedOut.location).toBe('/ops/admin/login')
    expect(setCookies(signedOut)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^__Secure-session=; .*Path=\/ops;/),
        expect.stringMatching(/^__Secure-notice=.*; Path=\/ops; HttpOnly; Secure; SameSite=Lax$/),
      ]),
    )
  })

  it('leads back to the page of a form by the Referer, which has the path too', async () => {
    const [product] = world.made.products ?? []
    const referer = 'https://ops.test/ops/admin/products?sort=name'
    const browser = behindProxy(world.admin)
    await browser.get(`/ops/admin/products/${product}`)
    const { body, location } = await browser.post(
      `/ops/admin/products/${product}/favorite`,
      { is_favorite: '1' },
      { referer },
    )
    expect([body, location]).toEqual(['', '/ops/admin/products?sort=name'])
  })

  it('the root leads a browser to the web interface', async () => {
    const { status, location } = await behindProxy().get('/ops', { accept: 'text/html' })
    expect([status, location]).toEqual([303, '/ops/admin'])
  })

  it('every address in an answer of the API is below it', async () => {
    const { body, headers } = await world.send('POST', '/api/portfolio/products', {
      name: 'Torch',
      type: 'app',
    })
    expect([body.message, headers.location ?? 'https://ops.test/ops/']).toEqual([
      body.message,
      expect.stringMatching(/^https:\/\/ops\.test\/ops\//),
    ])
    const document = (await world.app.inject('/openapi.json')).json()
    expect(document.servers).toEqual([{ url: 'https://ops.test/ops' }])
    const docs = (await world.app.inject('/docs')).body
    expect(
      [...docs.matchAll(/(?:src|href|data-url)="([^"]+)"/g)].map(
        ([, address = '']) => new URL(address, 'https://ops.test/ops/docs').pathname,
      ),
    ).toEqual(['/ops/openapi.json', '/ops/docs/reference.js'])
  })
})
