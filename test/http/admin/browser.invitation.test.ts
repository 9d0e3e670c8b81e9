import type { AddressInfo } from 'node:net'
import { beforeAll, expect, it } from 'vitest'
import { type Browser, openBrowser, signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { makePerson } from '../../support/people.ts'
import { prefixProxy } from '../../support/prefix-proxy.ts'
import { makeWorld } from '../../support/world.ts'

const password = 'correct horse battery 7'

describeInBrowser('a person who is invited', (browser) => {
  let admin: Browser
  let open: OpenPage
  let proxied: string
  beforeAll(async () => {
    const world = await makeWorld()
    admin = await signIn(world, await makePerson(world))
    open = await pageOpener(world, browser, openBrowser(world))
    const proxy = await prefixProxy('', { 'referrer-policy': 'no-referrer' })
    proxy.forwardTo((world.app.server.address() as AddressInfo).port)
    proxied = proxy.origin
  })

  it.each(['directly', 'through a proxy that adds Referrer-Policy: no-referrer'])(
    'chooses a password and signs in, %s',
    async (way) => {
      const email = `${way.split(' ')[0]}@people.test`
      await admin.get('/admin/users/new')
      const { body } = await admin.post('/admin/users/new', { email, name: 'Nina', role: 'manager' })
      const link = /\/admin\/invitation\/[\w-]{43}/.exec(body)?.[0] ?? ''
      const page = await open(link, way === 'directly' ? {} : { baseURL: proxied })
      const sent = page.waitForRequest((request) => request.method() === 'POST')
      const press = (name: string) => page.getByRole('button', { name }).click()
      await page.getByLabel('Password').fill(password)
      await press('Save')
      expect((await sent).headers().origin).toBe('null')
      await page.getByText('Your password is set, and you are signed in.').waitFor()
      await press('Sign out')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill(password)
      await press('Sign in')
      await page.getByRole('link', { name: 'Nina', exact: true }).waitFor()
    },
  )
})
