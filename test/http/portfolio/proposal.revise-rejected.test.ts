import { beforeAll, describe, expect, it } from 'vitest'
import { makeSignal, makeToken, root } from '../../support/makers.ts'
import { makeProposalsWorld, type ProposalsWorld, signal } from '../../support/proposals-world.ts'

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
  it('rejects a body that is not one of its operation, with every fault', async () => {
    const id = await asked('Invalid')
    const { status, body } = await put(id, { severity: 'awful', product_slug: 'none', due_at: '2099-01-01' })
    expect(status).toBe(422)
    expect(Object.keys(body.errors).sort()).toEqual([
      'due_at',
      'product_slug',
      'severity',
      'signal_type',
      'title',
    ])
    expect(body.errors.due_at[0]).toMatch(/^The due at field is prohibited\. Allowed: product_slug, /)
    expect((await put(id, { ...signal, product_slug: 'none' })).status).toBe(422)
    expect((await put(id, signal, { query: '?dryrun=1' })).status).toBe(422)
    expect((await put(id, [])).status).toBe(422)
    const plain = await made.world.send('PUT', `${root}/proposals/${id}`, 'x', {
      ...made.token.headers,
      'content-type': 'text/plain',
    })
    expect(plain.status).toBe(415)
    expect((await made.read(id)).status).toBe('changes_wanted')
  })

  it('rejects a body that would change nothing', async () => {
    const { id } = await makeSignal(made.world, { ...signal, severity: 'high' })
    const proposal = await made.propose('PATCH', `/signals/${id}`, { severity: 'low' })
    await made.ask(proposal)
    for (const body of [{}, { severity: 'high' }])
      expect(await put(proposal, body)).toMatchObject({
        status: 422,
        body: { errors: { body: ['Nothing would change. Withdraw the proposal instead.'] } },
      })
  })

  it('is only for the token that proposed', async () => {
    const id = await asked('Of another')
    const other = await makeToken(made.world, ['read', 'propose'])
    const writer = await makeToken(made.world, ['read', 'write'])
    for (const { headers } of [other, writer]) expect((await put(id, signal, { headers })).status).toBe(403)
    const reader = await makeToken(made.world, ['read'])
    expect(await put(id, signal, { headers: reader.headers })).toMatchObject({
      status: 403,
      body: { code: 'missing_ability' },
    })
    expect((await put(id, signal, { headers: { 'x-portfolio-token': 'wrong' } })).status).toBe(403)
    expect((await put(999_999, signal)).status).toBe(404)
    expect((await put(0, signal)).status).toBe(404)
  })

  it('is 409 in every other status', async () => {
    const pending = await proposeSignal('Pending')
    const expired = await asked('Expired')
    await made.expire(expired)
    const withdrawn = await asked('Withdrawn')
    await made.send('POST', `/proposals/${withdrawn}/withdraw`)
    const applied = await proposeSignal('Applied')
    const rejected = await proposeSignal('Rejected')
    for (const [id, decision] of [
      [applied, 'approve'],
      [rejected, 'reject'],
    ] as const) {
      await made.manager.get(`/admin/proposals/${id}`)
      await made.manager.post(`/admin/proposals/${id}/${decision}`)
    }
    for (const id of [pending, expired, withdrawn, applied, rejected])
      expect(await put(id, { ...signal, title: 'Late' })).toMatchObject({
        status: 409,
        body: { code: 'conflict' },
      })
  })

  it('says that the body is pending already when it is sent again because the answer was lost', async () => {
    const id = await asked('Lost')
    const body = { ...signal, title: 'Found', body: 'Again 🐜' }
    expect((await put(id, body)).status).toBe(202)
    const reordered = Object.fromEntries(Object.entries(body).toReversed())
    for (const again of [
      await put(id, body),
      await put(id, reordered),
      await put(id, body, { query: '?dry_run=1' }),
    ])
      expect(again).toMatchObject({
        status: 409,
        body: {
          code: 'conflict',
          message: 'The proposal is pending with this body already.',
          next: 'Do not send it again: a person decides. Look at list_proposals or the change feed.',
        },
      })
    expect((await put(id, { ...body, title: 'Other' })).body.message).toBe(
      'The proposal waits for a person, who has not asked for changes.',
    )
    await made.expire(id)
    expect((await put(id, body)).body.message).toBe('The proposal is expired already.')
    expect((await made.read(id)).preview.signal.title).toBe('Found')
  })

  it('is 409 for what another proposal of the token asks for already', async () => {
    const id = await asked('Same')
    const other = await proposeSignal('The same')
    const { status, body } = await put(id, { ...signal, title: 'The same' })
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: `Your proposal ${other} asks for the same already.`,
    })
    // The same write as before is not pending any more, so it is a proposal of its own.
    const again = await made.send('POST', '/signals', { ...signal, title: 'Same' })
    expect(again.status).toBe(202)
    expect(again.body).not.toHaveProperty('repeated')
    expect(again.body.proposal.id).not.toBe(id)
  })

  it('of several at once succeeds once', async () => {
    const id = await asked('At once')
    const answers = await Promise.all([1, 2, 3, 4].map((n) => put(id, { ...signal, title: `At once ${n}` })))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409])
    await made.ask(id)
    const { etag } = (await made.send('GET', `/proposals/${id}`)).body
    const headers = { ...made.token.headers, 'if-match': etag }
    const conditional = await Promise.all(
      [5, 6, 7, 8].map((n) => put(id, { ...signal, title: `At once ${n}` }, { headers })),
    )
    expect(conditional.map(({ status }) => status).sort()).toEqual([202, 412, 412, 412])
  })
})

describe('the same write as one that a person did not approve', () => {
  const decide = async (id: number, action: string, note: string) => {
    await made.admin.get(`/admin/proposals/${id}`)
    return made.admin.post(`/admin/proposals/${id}/${action}`, { note })
  }

  it.each([
    ['reject', 'rejected', / was rejected: .* Unless that has been settled since, withdraw this one\.$/],
    ['ask', 'changes_wanted', / waits for your changes: .* send that one by revise_proposal\.$/],
  ])('names that one after %s, and says why it was not approved', async (action, status, sentence) => {
    const body = { ...signal, title: `Sent again after ${action}` }
    const id = await made.propose('POST', '/signals', body)
    expect(await decide(id, action, 'Known since May')).toMatchObject({ status: 303 })
    const first = await made.send('POST', '/signals', body)
    const repeated = await made.send('POST', '/signals', body)
    for (const again of [first, repeated])
      expect(again).toMatchObject({
        status: 202,
        body: {
          earlier: { id, status, decision_note: 'Known since May' },
          next: expect.stringMatching(sentence),
        },
      })
    expect(repeated.body).toMatchObject({ repeated: true, proposal: first.body.proposal })
    const other = await made.send('POST', '/signals', { ...body, severity: 'low' })
    expect(other.body).not.toHaveProperty('earlier')
    const { headers } = await makeToken(made.world, ['propose'])
    const ofOther = await made.world.send('POST', `${root}/signals`, body, headers)
    expect(ofOther.body).not.toHaveProperty('earlier')
  })
})
