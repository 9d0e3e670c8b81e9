import { describe, expect, it } from 'vitest'
import { signIn } from '../../../support/admin.ts'
import { makeOAuthWorld } from '../../../support/oauth.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld } from '../../../support/world.ts'

const link = 'href="/admin/connections"'

describe('the page of connections', () => {
  it('is in the navigation of admins and managers, and says where to enter the address', async () => {
    const world = await makeOAuthWorld()
    for (const role of ['admin', 'manager'] as const) {
      const browser = await signIn(world, await makePerson(world, role))
      expect((await browser.get('/admin')).body).toContain(link)
      const { body } = await browser.get('/admin/connections')
      expect(body).toContain('<code id="address">https://ops.test/mcp</code>')
      for (const name of ['ChatGPT', 'Claude on the web']) expect(body).toContain(name)
    }
    const user = await signIn(world, await makePerson(world, 'user'))
    expect((await user.get('/admin/account')).body).not.toContain(`${link}>Connections<`)
    expect((await user.get('/admin/connections')).status).toBe(403)
  })

  it('says why agents cannot connect', async () => {
    for (const [environment, reason] of [
      [{ OAUTH: '0' }, 'OAUTH is 0'],
      [{ PUBLIC_URL: 'https://ops.test' }, 'DATABASE_URL is set without SECRET_KEY'],
      [{}, 'PUBLIC_URL is neither https nor a loopback address'],
    ] as const) {
      const world = await makeWorld(environment)
      const browser = await signIn(world, await makePerson(world))
      expect((await browser.get('/admin/connections')).body).toContain(
        `Agents cannot connect, because ${reason}.`,
      )
    }
  })

  it('is named beside a new token, with the address', async () => {
    const world = await makeOAuthWorld()
    const browser = await signIn(world, await makePerson(world))
    await browser.get('/admin/api-agent-tokens/new')
    const { status, body } = await browser.post('/admin/api-agent-tokens/new', { agent: 'Agent' })
    expect(status).toBe(201)
    expect(body).toContain('ChatGPT')
    expect(body).toContain('<code id="address">https://ops.test/mcp</code>')
  })
})
