import { expect, it } from 'vitest'
import { openBrowser } from '../../../support/admin.ts'
import { startIssuer } from '../../../support/issuer.ts'
import { makeWorld } from '../../../support/world.ts'

it('gives a slow issuer five seconds', async () => {
  const issuer = await startIssuer('http://127.0.0.1:3998')
  issuer.answer('/.well-known/openid-configuration', () => undefined)
  const browser = openBrowser(await makeWorld(issuer.environment))
  const start = performance.now()
  expect(await browser.get('/admin/login/oidc')).toMatchObject({
    status: 503,
    body: expect.stringContaining('The sign-in service does not answer'),
  })
  expect(performance.now() - start).toBeLessThan(8000)
})
