import { beforeAll, describe, expect, it } from 'vitest'
import { makeInsight, makeProduct, makeSignal, makeToken, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let proposer: Awaited<ReturnType<typeof makeToken>>
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
  proposer = await makeToken(world, ['read', 'propose'], null, ['insight'])
})

const proposals = `${root}/proposals`
const propose = (method: string, path: string, body?: object, headers: object = {}) =>
  world.send(method, root + path, body, { ...proposer.headers, ...headers })
const signal = { product_slug: 'run', title: 'Crashes on start', signal_type: 'problem' }

describe('a token that proposes', () => {
  it('gets 202 with the record as it would be, and nothing is stored', async () => {
    const { status, headers, body } = await propose('POST', '/signals?reason=Seen in the store', signal)
    expect(status).toBe(202)
    expect(body).toMatchObject({
      message: 'Signal proposed.',
      proposal: { status: 'pending', url: `http://ops.test/admin/proposals/${body.proposal.id}` },
      signal: { title: 'Crashes on start', product_slug: 'run', severity: 'medium' },
      similar: [],
      warnings: [],
      next: expect.stringMatching(/^Waits for a person\. Do not send it again\./),
    })
    expect(body.signal).not.toHaveProperty('id')
    expect(body).not.toHaveProperty('etag')
    expect(headers).toMatchObject({ location: `http://ops.test${proposals}/${body.proposal.id}` })
    expect(headers).not.toHaveProperty('etag')
    expect((await world.send('GET', `${root}/signals`)).body.signals).toEqual([])
    const { body: found } = await propose('GET', `/proposals/${body.proposal.id}`)
    expect(found.proposal).toMatchObject({
      status: 'pending',
      operation: 'record_signal',
      method: 'POST',
      path: `${root}/signals`,
      kind: 'signal',
      action: 'create',
      title: 'Crashes on start',
      target: null,
      body: signal,
      changes: { title: { from: null, to: 'Crashes on start' } },
      reason: 'Seen in the store',
      rules: [],
      product_slug: 'run',
      proposed_by: { type: 'portfolio_token', id: proposer.id },
      conflicts: [],
      result: null,
      edited: false,
    })
  })

  it('gets the same proposal for the same write while it waits', async () => {
    const body = { ...signal, title: 'Slow start' }
    const first = await propose('POST', '/signals', body)
    const second = await propose('POST', '/signals', body)
    expect(first.body).not.toHaveProperty('repeated')
    expect(second).toMatchObject({
      status: 202,
      body: { repeated: true, proposal: first.body.proposal },
    })
    await propose('POST', `/proposals/${first.body.proposal.id}/withdraw`)
    const third = await propose('POST', '/signals', body)
    expect(third.body.proposal.id).toBeGreaterThan(first.body.proposal.id)
  })

  it('writes the kinds at once that it is trusted with', async () => {
    const { status } = await propose('POST', '/insights', { product_slug: 'run', title: 'A', body: 'B.' })
    expect(status).toBe(201)
  })

  it('proposes a change, which shows the fields before and after and what others changed meanwhile', async () => {
    const { id } = await makeSignal(world, { product_slug: 'run', title: 'Ads flicker' })
    const { status, body } = await propose('PATCH', `/signals/${id}`, { severity: 'high' })
    expect({ status, message: body.message }).toEqual({ status: 202, message: 'Signal change proposed.' })
    expect(body.signal).toMatchObject({ id, severity: 'high' })
    const read = async () => (await propose('GET', `/proposals/${body.proposal.id}`)).body.proposal
    expect(await read()).toMatchObject({
      action: 'change',
      target: { kind: 'signal', id, title: 'Ads flicker' },
      changes: { severity: { from: 'medium', to: 'high' } },
      conflicts: [],
    })
    await world.send('PATCH', `${root}/signals/${id}`, { severity: 'low' })
    expect((await read()).conflicts).toEqual([
      { field: 'severity', base: 'medium', proposed: 'high', now: 'low' },
    ])
  })

  it('gets the answer of a write for a body that changes nothing', async () => {
    const { id } = await makeSignal(world, { product_slug: 'run' })
    expect((await propose('PATCH', `/signals/${id}`, {})).status).toBe(200)
  })

  it('learns by a dry run whether a write would wait', async () => {
    const would = async (path: string, body: object) =>
      (await propose('POST', `${path}?dry_run=1`, body)).body.would
    expect(await would('/signals', signal)).toBe('propose')
    expect(await would('/insights', { product_slug: 'run', title: 'A', body: 'B.' })).toBe('write')
  })

  it('gets every rejection at once', async () => {
    expect((await propose('POST', '/signals', { ...signal, severity: 'awful' })).status).toBe(422)
    expect((await propose('PATCH', '/signals/999999', { severity: 'high' })).status).toBe(404)
  })

  it('gets the same 202 for a repeated Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'proposal-1' }
    const body = { ...signal, title: 'Dark mode is missing' }
    const first = await propose('POST', '/signals', body, key)
    const second = await propose('POST', '/signals', body, key)
    expect(second).toMatchObject({ status: 202, body: first.body })
    expect(second.headers).toMatchObject({
      'idempotent-replayed': 'true',
      location: first.headers.location,
    })
  })

  it('proposes a batch as one', async () => {
    const { id } = await makeSignal(world, { product_slug: 'run' })
    const { status, body } = await propose('POST', '/batch', {
      operations: [
        { operation: 'change_signal', key: String(id), body: { severity: 'high' } },
        { operation: 'create_task', ref: 'fix', body: { product_slug: 'run', title: 'Fix it' } },
      ],
    })
    expect({ status, message: body.message }).toEqual({ status: 202, message: 'Batch proposed.' })
    expect(body.results[1].task).not.toHaveProperty('id')
    const { proposal } = (await propose('GET', `/proposals/${body.proposal.id}`)).body
    expect(proposal).toMatchObject({
      action: 'batch',
      title: expect.stringMatching(/^Batch of 2: /),
      kind: null,
      target: null,
      changes: {
        'operations.0.severity': { from: 'medium', to: 'high' },
        'operations.1.title': { from: null, to: 'Fix it' },
      },
    })
  })

  it('has at most 200 proposals that wait', async () => {
    const { headers } = await makeToken(world, ['propose'])
    const send = (title: string) => world.send('POST', `${root}/signals`, { ...signal, title }, headers)
    for (let number = 0; number < 200; number += 1) expect((await send(`Signal ${number}`)).status).toBe(202)
    expect(await send('One more')).toMatchObject({ status: 409, body: { code: 'too_many_proposals' } })
    expect((await send('Signal 0')).body.repeated).toBe(true)
  })
})

describe('POST /proposals/{id}/withdraw', () => {
  it('withdraws an own proposal once', async () => {
    const { id } = (await propose('POST', '/signals', { ...signal, title: 'Withdrawn' })).body.proposal
    const withdraw = (headers: object = {}) =>
      propose('POST', `/proposals/${id}/withdraw`, undefined, headers)
    const other = await makeToken(world, ['propose'])
    expect((await withdraw(other.headers)).status).toBe(403)
    const withField = await propose('POST', `/proposals/${id}/withdraw`, { note: 'Wrong' })
    expect([withField.status, Object.keys(withField.body.errors)]).toEqual([422, ['note']])
    const withFields = await propose('POST', `/proposals/${id}/withdraw`, { reason: 'zz', foo: 1 })
    expect([withFields.status, Object.keys(withFields.body.errors)]).toEqual([422, ['reason', 'foo']])
    expect(await withdraw()).toMatchObject({
      status: 200,
      body: { message: 'Proposal withdrawn.', proposal: { id, status: 'withdrawn' } },
    })
    expect(await withdraw()).toMatchObject({
      status: 409,
      body: {
        message: 'The proposal is withdrawn already.',
        next: expect.stringContaining('send it again as a new proposal'),
      },
    })
    expect((await propose('POST', '/proposals/999999/withdraw')).status).toBe(404)
  })
})

describe('a token that writes', () => {
  it('proposes the change of an approved rule only', async () => {
    const { body } = await world.send('POST', `${root}/canon-rules`, {
      title: 'Freeze what does not pay',
      rule_type: 'freeze-policy',
      body: 'Text.',
    })
    const change = (text: string) =>
      world.send('PATCH', `${root}/canon-rules/${body.rule.id}`, { body: text })
    expect((await change('Other text.')).status).toBe(200)
    await world.database.orm.em
      .fork()
      .execute(`update canon_rules set approved_by = '{"type":"user","id":1,"name":"Anna"}'`)
    const proposed = await change('Third text.')
    expect(proposed).toMatchObject({ status: 202, body: { rule: { body: 'Third text.', trusted: true } } })
  })

  it('keeps the reason of a write in its history', async () => {
    await makeInsight(world, { product_slug: 'run' })
    const { body } = await world.send('POST', `${root}/insights?reason=From the weekly report`, {
      product_slug: 'run',
      title: 'Reasoned',
      body: 'Because.',
    })
    const [entry] = await world.database.orm.em
      .fork()
      .execute(`select reason from history where record_type = 'insight' and record_id = ?`, [
        body.insight.id,
      ])
    expect(entry).toEqual({ reason: 'From the weekly report' })
  })
})
