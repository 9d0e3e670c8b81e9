import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../support/admin.ts'
import { goTo, startIssuer } from '../../../support/issuer.ts'
import { makeLoggedWorld } from '../../../support/logged-world.ts'
import { makeWorld } from '../../../support/world.ts'

const publicUrl = 'http://127.0.0.1:3998'

describe('an issuer that does not answer', () => {
  it('prevents no start, and is asked again at the next sign-in', async () => {
    const late = await startIssuer(publicUrl)
    const metadata = '/.well-known/openid-configuration'
    late.answer(metadata, (response) => response.writeHead(503).end())
    const { app } = await makeWorld(late.environment)
    const browser = openBrowser({ app })
    expect((await browser.get('/admin/login')).status).toBe(200)
    expect(late.requests(metadata)).toBe(0)
    const { status, body } = await browser.get('/admin/login/oidc?next=%2Fadmin%2Fapps')
    expect(status).toBe(503)
    expect(body).toContain('The sign-in service does not answer')
    expect(body).toContain('href="/admin/login/oidc?next=%2Fadmin%2Fapps">Try again')
    late.answer(metadata, undefined)
    await Promise.all([goTo(browser), goTo(openBrowser({ app }))])
    await goTo(browser)
    expect(late.requests(metadata)).toBe(2)
  })

  it('is reported with the reason, by a page and the log', async () => {
    const issuer = await startIssuer(publicUrl)
    const { world, text } = await makeLoggedWorld({
      ...issuer.environment,
      OIDC_ISSUER: 'http://127.0.0.1:2',
    })
    expect((await openBrowser(world).get('/admin/login/oidc')).status).toBe(503)
    expect(text()).toContain('"reason":"provider_unreachable"')
    expect(text()).toContain('ECONNREFUSED')
  })
})
