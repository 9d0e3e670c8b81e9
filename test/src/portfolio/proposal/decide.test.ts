import { beforeAll, describe, expect, it } from 'vitest'
import { write } from '../../../../src/journal/write.ts'
import { approveProposal, mayDecide, rejectProposal } from '../../../../src/portfolio/proposal/decide.ts'
import { makeRule, makeSignal, makeToken, root } from '../../../support/makers.ts'
import { makeWebUser, type WebUser } from '../../../support/sessions.ts'
import { settled } from '../../../support/settled.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let manager: WebUser
let admin: WebUser
let token: Awaited<ReturnType<typeof makeToken>>
beforeAll(async () => {
  world = await makeWorld()
  manager = await makeWebUser(world, 'manager')
  admin = await makeWebUser(world, 'admin')
  token = await makeToken(world, ['read', 'propose'])
})

const propose = async (method: string, path: string, body: object) => {
  const { status, body: answer } = await world.send(method, root + path, body, token.headers)
  expect(status).toBe(202)
  return answer.proposal.id as number
}
const approve = async ({ actor }: WebUser, id: number, body?: Record<string, unknown>) => {
  const { result } = await write(world.database.orm, actor, (em) =>
    approveProposal(em, actor, id, undefined, body),
  )
  return result
}
const reject = ({ actor }: WebUser, id: number, note: string | null) =>
  write(world.database.orm, actor, (em) => rejectProposal(em, actor, id, note))
const changes = async (entity: string) => {
  await settled(world)
  return (await world.send('GET', `${root}/changes?entity=${entity}`)).body.changes
}
const signal = { direction_slug: 'utilities', title: 'Slow start', signal_type: 'problem' }

describe('an approval', () => {
  it('stores the record with the token as author and names the person', async () => {
    const { status, result } = await approve(manager, await propose('POST', '/signals', signal))
    expect(status).toBe('applied')
    const { body } = await world.send('GET', `${root}/signals/${result?.id}`)
    expect(body.signal).toMatchObject({
      title: 'Slow start',
      created_by: { type: 'portfolio_token', id: token.id },
    })
    const person = { type: 'user', id: manager.id }
    expect((await changes('signal')).at(-1)).toMatchObject({
      event: 'created',
      actor: { type: 'portfolio_token', id: token.id },
      approved_by: person,
    })
    expect((await changes('proposal')).slice(-2)).toMatchObject([
      { event: 'proposed', actor: { type: 'portfolio_token' }, title: 'Slow start' },
      { event: 'applied', actor: person, result: { kind: 'signal', id: result?.id, slug: null } },
    ])
  })

  it('keeps what others changed meanwhile, and is refused if they changed a proposed field', async () => {
    const { id } = await makeSignal(world)
    const proposal = await propose('PATCH', `/signals/${id}`, { severity: 'high' })
    await world.send('PATCH', `${root}/signals/${id}`, { title: 'Another title' })
    await approve(manager, proposal)
    expect((await world.send('GET', `${root}/signals/${id}`)).body.signal).toMatchObject({
      severity: 'high',
      title: 'Another title',
    })
    const second = await propose('PATCH', `/signals/${id}`, { severity: 'low' })
    await world.send('PATCH', `${root}/signals/${id}`, { severity: 'critical' })
    await expect(approve(manager, second)).rejects.toMatchObject({
      code: 'conflict',
      details: { conflicts: [{ field: 'severity', base: 'high', proposed: 'low', now: 'critical' }] },
    })
    expect(await approve(manager, second, { severity: 'medium' })).toMatchObject({ edited: true })
  })

  it('of two people at once succeeds for one', async () => {
    const id = await propose('POST', '/signals', { ...signal, title: 'Twice' })
    const outcomes = await Promise.allSettled([approve(manager, id), approve(admin, id)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'conflict' },
    })
  })

  it('applies a batch as a whole', async () => {
    const { id } = await makeSignal(world)
    const proposal = await propose('POST', '/batch', {
      operations: [
        { operation: 'change_signal', key: String(id), body: { severity: 'high' } },
        { operation: 'create_task', body: { direction_slug: 'utilities', title: 'From a batch' } },
      ],
    })
    await approve(manager, proposal)
    expect((await world.send('GET', `${root}/signals/${id}`)).body.signal.severity).toBe('high')
    expect((await world.send('GET', `${root}/tasks?q=From a batch`)).body.tasks).toHaveLength(1)
  })

  it('is refused after the proposal expired', async () => {
    const id = await propose('POST', '/signals', { ...signal, title: 'Too late' })
    await world.database.orm.em.fork().execute('update proposals set expires_at = now() where id = ?', [id])
    await expect(approve(manager, id)).rejects.toMatchObject({ code: 'conflict' })
    expect((await world.send('GET', `${root}/proposals/${id}`)).body.proposal.status).toBe('expired')
  })

  it('of a canon rule is for admins, and leaves an approved rule approved', async () => {
    const { id } = await makeRule(world)
    await world.database.orm.em
      .fork()
      .execute('update canon_rules set approved_by = created_by where id = ?', [id])
    const proposal = await propose('PATCH', `/canon-rules/${id}`, { body: 'Another text.' })
    await expect(approve(manager, proposal)).rejects.toMatchObject({ code: 'policy_denied' })
    await approve(admin, proposal)
    const { body } = await world.send('GET', `${root}/canon-rules`)
    expect(body.rules[0]).toMatchObject({ body: 'Another text.', trusted: true })
  })
})

it('is rejected with a note, which the feed has', async () => {
  await reject(manager, await propose('POST', '/signals', { ...signal, title: 'No' }), 'Known already')
  expect((await changes('proposal')).at(-1)).toMatchObject({ event: 'rejected', note: 'Known already' })
})

it('is decided on by another person than who proposed it by a form', () => {
  const targets = [{ kind: 'signal', id: 1, title: 'A', changes: {} }] as const
  const created_by = { type: 'user', id: manager.id, name: 'M' } as const
  expect(mayDecide(manager.actor, { targets: [...targets], created_by })).toBe(false)
  expect(mayDecide(admin.actor, { targets: [...targets], created_by })).toBe(true)
})
