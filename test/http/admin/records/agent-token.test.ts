import { beforeAll, describe, expect, it } from 'vitest'
import { type AdminPage, type Browser, formFields, signIn } from '../../../support/admin.ts'
import { makeProduct, makeToken, root, sql } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { settled } from '../../../support/settled.ts'
import { storeProposals } from '../../../support/stored-proposals.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: Browser
let manager: Browser
beforeAll(async () => {
  world = await makeWorld()
  admin = await signIn(world, await makePerson(world, 'admin'))
  manager = await signIn(world, await makePerson(world, 'manager'))
  await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
})

type Token = Awaited<ReturnType<typeof makeToken>>
const pageOf = ({ id }: { id: number }) => `/admin/api-agent-tokens/${id}`
const signal = { product_slug: 'run', title: 'Slow', signal_type: 'risk' }
const write = ({ headers }: Token, title = 'Slow') =>
  world.send('POST', `${root}/signals`, { ...signal, title }, headers)
const checked = ({ body }: AdminPage, name: string) =>
  [...body.matchAll(new RegExp(`<input type="checkbox" name="${name}" value="([\\w-]+)" checked`, 'g'))].map(
    ([, value]) => value,
  )
const hidden = (page: AdminPage) => {
  const { _csrf = '', _form = '', _version = '', _lists = '' } = formFields(page)
  return { _csrf, _form, _version, _lists }
}
const save = async (token: Token, fields: Record<string, string | string[]>, browser = admin) => {
  const address = `${pageOf(token)}/edit`
  return browser.post(address, { ...hidden(await admin.get(address)), ...fields })
}

describe('the form of a new token', () => {
  it('begins with what needs no trust', async () => {
    const form = await admin.get('/admin/api-agent-tokens/new')
    expect([checked(form, 'scopes'), checked(form, 'direct')]).toEqual([
      ['read', 'propose'],
      ['signal', 'insight'],
    ])
  })

  it('is shown again as it was sent', async () => {
    const form = await admin.post('/admin/api-agent-tokens/new', { agent: ' ', scopes: 'write' })
    expect([form.status, checked(form, 'scopes'), checked(form, 'direct')]).toEqual([422, ['write'], []])
  })
})

describe('the form of a stored token', () => {
  it('changes scopes and direct kinds, in force with the very next request', async () => {
    const token = await makeToken(world, ['read', 'propose'])
    expect((await write(token, 'Proposed')).status).toBe(202)
    expect(
      (await save(token, { scopes: ['read', 'propose'], direct: ['signal', 'canon-rule'] })).status,
    ).toBe(303)
    expect((await write(token, 'Direct')).status).toBe(201)
    expect((await save(token, { scopes: ['read'] })).status).toBe(303)
    expect((await write(token, 'Forbidden')).body).toMatchObject({ code: 'missing_ability' })
    expect((await world.send('GET', `${root}/whoami`, undefined, token.headers)).body).toMatchObject({
      token: { scopes: ['read'], direct: [] },
      record: { proposals: [{ kind: 'signal', pending: 1 }], direct: [{ kind: 'signal', writes: 1 }] },
    })
  })

  it('is in force for MCP with the next request too', async () => {
    const token = await makeToken(world, ['read', 'write'])
    const list = () =>
      world.app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { ...token.headers, accept: 'application/json, text/event-stream' },
        payload: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
      })
    expect((await list()).statusCode).not.toBe(403)
    await save(token, { scopes: ['write'] })
    expect((await list()).statusCode).toBe(403)
  })

  it('is stored in the history and shown in the activity, and once for an unchanged form', async () => {
    const token = await makeToken(world, ['read', 'propose'], null, ['signal'])
    const values = { scopes: ['read', 'propose'], direct: ['signal', 'task'] }
    for (let times = 0; times < 2; times++) expect((await save(token, values)).status).toBe(303)
    const entries = await sql(
      world,
      `select event, surface, actor->>'type' as by, changes from history where record_type = 'token' and record_id = $1`,
      token.id,
    )
    const changes = { direct: { from: ['signal'], to: ['signal', 'task'] } }
    expect(entries).toEqual([{ event: 'updated', surface: 'admin', by: 'user', changes }])
    await settled(world)
    for (const address of ['/admin/activity', pageOf(token)]) {
      const { body } = await admin.get(address)
      expect(body).toMatch(/Direct<\/span>\s*<del>signal<\/del>/)
    }
    expect((await manager.get('/admin/activity')).body).not.toContain(`/api-agent-tokens/${token.id}`)
  })

  it('lets proposals that wait stay, with their token', async () => {
    const token = await makeToken(world, ['propose'])
    const { id } = (await write(token, 'Waiting')).body.proposal
    await save(token, { scopes: ['read'] })
    expect((await admin.post(`/admin/proposals/${id}/approve`)).status).toBe(303)
  })

  it('is rejected without a scope or with an unknown value, as at the creation', async () => {
    const token = await makeToken(world)
    const none = await save(token, { direct: ['signal'] })
    expect(none.status).toBe(422)
    expect(none.body).toMatch(/id="error-scopes"[^>]*>The scopes field is required\./)
    expect(checked(none, 'direct')).toEqual(['signal'])
    const unknown: Record<string, string>[] = [{ scopes: 'admin' }, { scopes: 'read', direct: 'direction' }]
    for (const fields of unknown) expect((await save(token, fields)).status).toBe(422)
    expect(checked(await admin.get(`${pageOf(token)}/edit`), 'scopes')).toEqual(['read', 'write'])
  })

  it('is rejected if the token was changed after it was opened', async () => {
    const token = await makeToken(world)
    const address = `${pageOf(token)}/edit`
    const old = hidden(await admin.get(address))
    await save(token, { scopes: ['read'] })
    const late = await admin.post(address, { ...old, scopes: ['read', 'write'] })
    expect(late.status).toBe(409)
    expect((await write(token)).status).toBe(403)
  })

  it('does not change a revoked token', async () => {
    const token = await makeToken(world)
    const address = `${pageOf(token)}/edit`
    await admin.post(`${pageOf(token)}/revoke`, hidden(await admin.get(`${pageOf(token)}/revoke`)))
    expect((await admin.get(pageOf(token))).body).not.toContain(`${address}"`)
    expect((await save(token, { scopes: ['read'] })).status).toBe(409)
  })

  it('is for admins, and there is none for a token that is not stored', async () => {
    const token = await makeToken(world)
    const address = `${pageOf(token)}/edit`
    for (const path of [pageOf(token), address]) expect((await manager.get(path)).status).toBe(403)
    expect((await manager.post(address, { scopes: 'read' })).status).toBe(403)
    const llm = await sql(world, `select id from tokens where prefix <> 'pft' limit 1`)
    for (const id of [999999, ...llm.map((row) => Number(row.id))])
      expect((await admin.get(`/admin/api-agent-tokens/${id}/edit`)).status).toBe(404)
  })

  it('is prefilled by a link, which saves nothing', async () => {
    const token = await makeToken(world, ['read', 'propose'], null, ['task'])
    const form = await admin.get(`${pageOf(token)}/edit?direct=task&direct=signal&scopes=write`)
    expect(checked(form, 'direct')).toEqual(['signal', 'task'])
    expect(checked(form, 'scopes')).toEqual(['read', 'propose'])
    expect((await write(token)).status).toBe(202)
  })
})

describe('the record on the page of a token', () => {
  const decided = (token: Token, count: number, status?: string, kind?: string, edited?: boolean) =>
    storeProposals(world, token, count, { status, kind, edited })
  const bodyOf = async (token: Token) => (await admin.get(pageOf(token))).body

  it('says that there is nothing', async () => {
    expect(await bodyOf(await makeToken(world))).toContain('written and proposed nothing in the last 90 days')
  })

  it('shows a share beside its numbers, from 20 cases on', async () => {
    const token = await makeToken(world, ['read', 'propose'])
    await decided(token, 17)
    await decided(token, 2, 'rejected')
    const few = await bodyOf(token)
    expect(few).toContain('17 of 19')
    expect(few).not.toMatch(/17 of 19 \(/)
    await decided(token, 1, 'applied', 'signal', true)
    await decided(token, 1, 'changes_wanted')
    expect(await bodyOf(token)).toContain('17 of 20 (85 %)')
  })

  it('names kinds as people do', async () => {
    const token = await makeToken(world, ['read', 'propose'])
    await decided(token, 1, 'applied', 'canon_rule')
    await sql(
      world,
      `update proposals set kind = null where credential = 'portfolio_token:' || $1::int`,
      token.id,
    )
    await decided(token, 1, 'pending', 'canon_rule')
    const body = await bodyOf(token)
    for (const name of ['Canon rules', 'Batches'])
      expect(body).toMatch(new RegExp(`<th scope="row">${name}</th>`))
  })

  it('suggests to allow a kind directly where 95 of 100 of 20 or more were applied without an edit', async () => {
    const token = await makeToken(world, ['read', 'propose'], null, ['insight'])
    const suggestion = `href="${pageOf(token)}/edit?direct=insight&amp;direct=signal"`
    await decided(token, 19)
    await decided(token, 5, 'changes_wanted')
    expect(await bodyOf(token)).not.toContain('directly</a>')
    await decided(token, 1, 'rejected')
    const body = await bodyOf(token)
    expect(body).toContain(suggestion)
    expect(body).toContain('Allow signals directly</a>')
    expect((await write(token)).status).toBe(202)
    await save(token, { scopes: ['read', 'propose'], direct: ['insight', 'signal'] })
    expect(await bodyOf(token)).not.toContain('directly</a>')
  })

  it.each([
    ['rejected', false],
    ['applied', true],
    ['expired', false],
    ['withdrawn', false],
  ])('suggests nothing where 2 of 20 were %s (edited: %s)', async (status, edited) => {
    const token = await makeToken(world, ['read', 'propose'])
    await decided(token, 18)
    await decided(token, 2, status, 'signal', edited)
    expect(await bodyOf(token)).not.toContain('directly</a>')
  })

  it('suggests nothing for a token that writes everything directly, nor for batches', async () => {
    const token = await makeToken(world, ['read', 'write'])
    await decided(token, 20)
    expect(await bodyOf(token)).not.toContain('directly</a>')
    const batches = await makeToken(world, ['read', 'propose'])
    await decided(batches, 20)
    await sql(
      world,
      `update proposals set kind = null where credential = 'portfolio_token:' || $1::int`,
      batches.id,
    )
    expect(await bodyOf(batches)).not.toContain('directly</a>')
  })
})
