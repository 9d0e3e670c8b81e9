import { beforeAll, describe, expect, it } from 'vitest'
import { copyNewest, makeSignal, makeToken, root, sql } from '../../support/makers.ts'
import { makeProposalsWorld, type ProposalsWorld, signal, textOf } from '../../support/proposals-world.ts'
import { settled } from '../../support/settled.ts'

let made: ProposalsWorld
beforeAll(async () => {
  made = await makeProposalsWorld()
})

const proposeSignal = (title: string) => made.propose('POST', '/signals', { ...signal, title })
const put = (
  id: number,
  body: object,
  { query = '', headers = made.token.headers as Record<string, string> } = {},
) => made.world.send('PUT', `${root}/proposals/${id}${query}`, body, headers)
const asked = async (title: string) => {
  const id = await proposeSignal(title)
  expect(await made.ask(id)).toMatchObject({ status: 303 })
  return id
}

describe('PUT /proposals/{id}', () => {
  it('sends the proposal again under its number', async () => {
    const id = await asked('Crash')
    await sql(made.world, `update proposals set expires_at = now() + interval '1 hour' where id = ${id}`)
    const body = { ...signal, title: 'Crash', severity: 'LOW' }
    const { status, headers, body: answer } = await put(id, body, { query: '?reason=Seen twice only' })
    expect(status).toBe(202)
    expect(headers.location).toBe(`http://ops.test${root}/proposals/${id}`)
    expect(answer).toMatchObject({
      message: 'Signal proposed.',
      proposal: { id, status: 'pending', url: `http://ops.test/admin/proposals/${id}` },
      signal: { title: 'Crash', severity: 'low' },
      similar: [],
      next: expect.stringMatching(/^Waits for a person\. Do not send it again\./),
    })
    for (const name of ['id', 'etag']) expect(answer.signal).not.toHaveProperty(name)
    const stored = await made.read(id)
    expect(stored).toMatchObject({
      status: 'pending',
      operation: 'record_signal',
      method: 'POST',
      path: `${root}/signals`,
      body: { ...body, severity: 'low' },
      changes: { severity: { from: null, to: 'low' } },
      preview: { signal: { severity: 'low' } },
      reason: 'Seen twice only',
      decision_note: null,
    })
    expect(Date.parse(stored.expires_at) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
    await settled(made.world)
    const { changes } = (await made.send('GET', '/changes?entity=proposal&limit=200')).body
    const events = changes.filter((change: { id: number }) => change.id === id)
    expect(events.map(({ event }: { event: string }) => event)).toEqual([
      'proposed',
      'changes_wanted',
      'proposed',
    ])
    expect(events[1].note).toBe('Lower the severity')
    expect(await sql(made.world, 'select from signals')).toEqual([])
  })

  it('shows what was asked and answered, and is approved as it is now', async () => {
    const id = await asked('Answered')
    await put(id, { ...signal, title: 'Answered', severity: 'low' }, { query: '?reason=Seen twice only' })
    const page = `/admin/proposals/${id}`
    const shown = textOf(await made.manager.get(page))
    expect(shown).toMatch(/Proposed by agent \d+ \(agent token\) Reason: Seen twice only/)
    expect(shown).toMatch(/Changes wanted by \S+.* Decision note Lower the severity/)
    expect(shown).toContain('Changes asked for Lower the severity')
    expect(shown).toContain('Severity Low')
    expect(await made.manager.post(`${page}/approve`)).toMatchObject({ status: 303 })
    const { result } = await made.read(id)
    expect((await made.send('GET', `/signals/${result.id}`)).body.signal).toMatchObject({
      severity: 'low',
      created_by: { type: 'portfolio_token', id: made.token.id },
    })
  })

  it('is not approved from a page that shows the body before', async () => {
    const id = await asked('Seen before')
    const page = `/admin/proposals/${id}`
    await put(id, { ...signal, title: 'Seen before' })
    await made.admin.get(page)
    await made.ask(id)
    await put(id, { ...signal, title: 'Not seen' })
    for (const decision of ['approve', 'reject', 'ask']) {
      const { status, body } = await made.admin.post(`${page}/${decision}`, { note: 'More' })
      expect(status).toBe(409)
      expect(textOf({ body })).toContain('The record was changed after the page was opened.')
      // The rejection shows the body now, and its forms name that version.
      expect(textOf({ body })).toContain('New signal: Not seen')
      await made.ask(id)
      await put(id, { ...signal, title: 'Not seen' })
    }
  })

  it('is not approved from a form that was opened before', async () => {
    const id = await proposeSignal('Edited before')
    const page = `/admin/proposals/${id}`
    const { body } = await made.admin.get(`${page}/edit`)
    const [, action = ''] = /action="([^"]+\/edit\?proposal=\d+)"/.exec(body) ?? []
    await made.ask(id)
    await put(id, { ...signal, title: 'Edited since' })
    expect(await made.admin.post(action, signal)).toMatchObject({ status: 409 })
    expect((await made.read(id)).status).toBe('pending')
    await made.admin.get(`${page}/edit`)
    expect(await made.admin.post(`${page}/edit`, signal)).toMatchObject({ status: 303 })
  })

  it('changes a record as its operation does, and compares it anew', async () => {
    const { id } = await makeSignal(made.world, { ...signal, title: 'Flicker' })
    const proposal = await made.propose('PATCH', `/signals/${id}`, { severity: 'high' })
    await made.ask(proposal)
    await made.write('PATCH', `/signals/${id}`, { severity: 'low' })
    const { status, body } = await put(proposal, { severity: 'critical', body: 'Seen again.' })
    expect(status).toBe(202)
    expect(body).toMatchObject({ message: 'Signal change proposed.', signal: { id, severity: 'critical' } })
    expect(await made.read(proposal)).toMatchObject({
      target: { kind: 'signal', id },
      changes: { severity: { from: 'low', to: 'critical' }, body: { from: null, to: 'Seen again.' } },
      conflicts: [],
    })
  })

  it('sends a batch again', async () => {
    const task = { operation: 'create_task', body: { product_slug: 'run', title: 'Fix it' } }
    const proposal = await made.propose('POST', '/batch', { operations: [task] })
    await made.ask(proposal)
    const twice = { operations: [task, { ...task, body: { ...task.body, title: 'Test it' } }] }
    const dry = await put(proposal, twice, { query: '?dry_run=1' })
    expect(dry.body.results).toHaveLength(2)
    expect(dry.body).toMatchObject({ would: 'propose', dry_run: true })
    const { status, body } = await put(proposal, twice)
    expect({ status, message: body.message }).toEqual({ status: 202, message: 'Batch proposed.' })
    expect(body.results.map(({ task }: { task: object }) => 'id' in task)).toEqual([false, false])
    expect(await made.read(proposal)).toMatchObject({
      body: twice,
      changes: { 'operations.1.title': { from: null, to: 'Test it' } },
    })
  })

  it('stores nothing in a dry run', async () => {
    const id = await asked('Tried')
    const { status, body } = await put(
      id,
      { ...signal, title: 'Tried', severity: 'low' },
      { query: '?dry_run=1' },
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      would: 'propose',
      dry_run: true,
      signal: { severity: 'low' },
      context: { rules: [], decisions: [] },
    })
    expect(body.signal).not.toHaveProperty('id')
    expect(await made.read(id)).toMatchObject({ status: 'changes_wanted', body: { title: 'Tried' } })
  })

  it('compares If-Match with the ETag of the proposal', async () => {
    const id = await asked('Tagged')
    const { headers, body } = await made.send('GET', `/proposals/${id}`)
    expect(body.etag).toBe(headers.etag)
    const conditional = (tag: string) =>
      put(
        id,
        { ...signal, title: 'Tagged', severity: 'low' },
        { headers: { ...made.token.headers, 'if-match': tag } },
      )
    const other = await conditional('W/"other"')
    expect(other).toMatchObject({
      status: 412,
      body: { code: 'precondition_failed', current_etag: body.etag },
    })
    const sent = await conditional(body.etag)
    expect(sent.status).toBe(202)
    expect(sent.body.etag).not.toBe(body.etag)
    expect(sent.headers.etag).toBe(sent.body.etag)
    expect((await made.send('GET', `/proposals/${id}`)).body.etag).toBe(sent.body.etag)
    // The tag is compared before the status: the proposal is pending by now.
    expect(await conditional(body.etag)).toMatchObject({
      status: 412,
      body: { current_etag: sent.body.etag },
    })
    expect((await conditional(sent.body.etag)).status).toBe(409)
  })

  it('answers a token that may not read with its own record only', async () => {
    const { headers } = await makeToken(made.world, ['propose'])
    const { body } = await made.world.send('POST', `${root}/signals`, { ...signal, title: 'Blind' }, headers)
    const { id } = body.proposal
    await made.ask(id)
    await makeSignal(made.world, { ...signal, title: 'Blind spot' })
    const answer = await put(id, { ...signal, title: 'Blind spots' }, { headers })
    expect(answer).toMatchObject({ status: 202, body: { similar: [], signal: { title: 'Blind spots' } } })
  })
})

it('counts a proposal whose proposer is asked for changes toward the limits of its token', async () => {
  const { headers } = await makeToken(made.world, ['read', 'propose'])
  const send = (title: string, body = '') =>
    made.world.send('POST', `${root}/signals`, { ...signal, title, body }, headers)
  const { id } = (await send('First')).body.proposal
  await made.ask(id)
  await send('Second')
  await copyNewest(made.world, 'proposals', 198, { digest: 'n::text' })
  expect(await send('One more')).toMatchObject({ status: 409, body: { code: 'too_many_proposals' } })
  const dry = await made.world.send('POST', `${root}/signals?dry_run=1`, { ...signal, title: 'Dry' }, headers)
  expect(dry).toMatchObject({ status: 409, body: { code: 'too_many_proposals' } })
  expect((await put(id, { ...signal, title: 'Third' }, { headers })).status).toBe(202)
})
