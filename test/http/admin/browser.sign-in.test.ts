import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import axe from 'axe-core'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { describeInBrowser } from '../../support/browser.ts'
import { faultsOf } from '../../support/browser-faults.ts'
import { onFileFinished } from '../../support/cleanup.ts'
import { type Issuer, startIssuer } from '../../support/issuer.ts'
import { authorizeUrl, exchange, makeOAuthWorld, register } from '../../support/oauth.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { type PrefixProxy, prefixProxy } from '../../support/prefix-proxy.ts'
import type { World } from '../../support/world.ts'

describeInBrowser('signing in', (browser) => {
  let proxy: PrefixProxy
  let publicUrl: string
  let issuer: Issuer
  let world: World
  let redirectUri: string
  beforeAll(async () => {
    proxy = await prefixProxy('/ops')
    publicUrl = `${proxy.origin}/ops`
    issuer = await startIssuer(publicUrl)
    world = await makeOAuthWorld(issuer.environment)
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    proxy.forwardTo((world.app.server.address() as AddressInfo).port)
    // Listens on IPv4 and IPv6, and redirects to another origin first.
    const client = createServer(({ url, headers }, response) => {
      const other = `http://${headers.host?.replace('127.0.0.1', 'localhost')}`
      if (url?.startsWith('/redirects')) response.writeHead(302, { location: `${other}/again` }).end()
      else if (url === '/again') response.writeHead(302, { location: `${other}/end` }).end()
      else response.end('Back at the client')
    }).listen(0, '::')
    onFileFinished(async () => {
      client.closeAllConnections()
      client.close()
    })
    await once(client, 'listening')
    redirectUri = `http://127.0.0.1:${(client.address() as AddressInfo).port}/callback`
  })

  async function openPage(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser().newContext({ reducedMotion: 'reduce', ...options })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    page.on('console', (message) => {
      // A policy cannot name an address of IPv6. Chromium ignores that part.
      const isIgnored = message.text().includes("invalid source: 'http://[::1]:")
      if (message.text().includes('Content Security Policy') && !isIgnored) errors.push(message.text())
    })
    onTestFinished(async () => {
      await context.close()
      expect([errors, proxy.elsewhere]).toEqual([[], []])
    })
    if (options.javaScriptEnabled !== false) await page.addInitScript({ content: axe.source })
    await page.goto(publicUrl + path)
    return page
  }

  function useAccount({ id, email }: TestUser): void {
    issuer.account = { sub: `subject-${id}`, idToken: { email, email_verified: true } }
  }

  it('leads to the issuer and back to the page that was wanted, with and without script', async () => {
    const person = await makePerson(world, 'manager')
    for (const javaScriptEnabled of [true, false]) {
      useAccount(person)
      const page = await openPage('/admin/apps', { javaScriptEnabled })
      expect(javaScriptEnabled ? await faultsOf(page) : []).toEqual([])
      await page.getByRole('link', { name: 'Sign in with Example' }).click()
      await page.waitForURL(/\/ops\/admin\/apps$/)
      await page.getByRole('link', { name: person.name }).waitFor()
      const cookies = await page.context().cookies(publicUrl)
      expect(cookies).toContainEqual(
        expect.objectContaining({ name: 'session', path: '/ops', httpOnly: true }),
      )
    }
  })

  it('says what to do if there is no user, on a page that leads to another account', async () => {
    issuer.account = { sub: 'stranger', idToken: { email: 'stranger@people.test', email_verified: true } }
    const page = await openPage('/admin/login')
    await page.getByRole('link', { name: 'Sign in with Example' }).click()
    await page.getByRole('heading', { name: 'There is no user with your email' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    const person = await makePerson(world, 'manager')
    useAccount(person)
    await page.getByRole('link', { name: 'Choose another account' }).click()
    await page.getByRole('link', { name: person.name }).waitFor()
  })

  it('comes before the consent to an agent, which leads back to it, with and without script', async () => {
    const person = await makePerson(world, 'manager')
    const { body: client } = await register(world, {
      client_name: 'Agent <b>with a long name</b> that comes from somewhere',
      redirect_uris: [redirectUri],
    })
    for (const javaScriptEnabled of [true, false]) {
      useAccount(person)
      const parameters = { redirect_uri: redirectUri, resource: `${publicUrl}/mcp` }
      const page = await openPage(authorizeUrl(client.client_id, parameters), { javaScriptEnabled })
      await page.getByRole('link', { name: 'Sign in with Example' }).click()
      await page.getByText('runs on your own computer').waitFor()
      expect(javaScriptEnabled ? await faultsOf(page) : []).toEqual([])
      await page.getByRole('button', { name: 'Allow' }).click()
      await page.getByText('Back at the client').waitFor()
      const code = new URL(page.url()).searchParams.get('code') ?? ''
      const { status } = await exchange(world, client.client_id, code, { redirect_uri: redirectUri })
      expect(status).toBe(200)
    }
    useAccount(person)
    const page = await openPage('/admin/connections')
    await page.getByRole('link', { name: 'Sign in with Example' }).click()
    await page.getByText('Connect an agent').click()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No agent is connected.').waitFor()
  })

  it.each([true, false])(
    'ends at the client whatever it does next, with script: %s',
    async (javaScriptEnabled) => {
      const person = await makePerson(world, 'manager')
      useAccount(person)
      const page = await openPage('/admin/apps', { javaScriptEnabled })
      await page.getByRole('link', { name: 'Sign in with Example' }).click()
      await page.getByRole('link', { name: person.name }).waitFor()
      const allow = async (redirect_uri: string, tab = page) => {
        const { body: client } = await register(world, { redirect_uris: [redirect_uri] })
        const parameters = { redirect_uri, resource: `${publicUrl}/mcp` }
        await tab.goto(publicUrl + authorizeUrl(client.client_id, parameters))
        await tab.getByRole('button', { name: 'Allow' }).click()
      }

      await allow(redirectUri.replace('/callback', '/redirects'))
      await page.waitForURL(redirectUri.replace('127.0.0.1', 'localhost').replace('/callback', '/end'))

      await allow(redirectUri.replace('127.0.0.1', '[::1]'))
      await page.waitForURL(/^http:\/\/\[::1\]:\d+\/callback\?code=/)

      for (const address of ['com.example.app:/callback', 'cursor://host/callback']) {
        const tab = await page.context().newPage()
        const session = await page.context().newCDPSession(tab)
        await session.send('Page.enable')
        const opened: string[] = []
        session.on('Page.frameRequestedNavigation', ({ url }) => opened.push(url))
        await allow(address, tab)
        await expect.poll(() => opened.at(-1)).toContain(`${address}?code=`)
        await tab.getByRole('link', { name: 'Open the client' }).waitFor()
      }
    },
  )
})
