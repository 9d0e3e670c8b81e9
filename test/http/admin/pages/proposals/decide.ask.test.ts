import { beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../../../support/admin.ts'
import { makeSignal, sql } from '../../../../support/makers.ts'
import { makePerson } from '../../../../support/people.ts'
import {
  makeProposalsWorld,
  type ProposalsWorld,
  signal,
  textOf,
} from '../../../../support/proposals-world.ts'
import { settled } from '../../../../support/settled.ts'

let made: ProposalsWorld
beforeAll(async () => {
  made = await makeProposalsWorld()
})

const addressOf = (id: number) => `/admin/proposals/${id}`
const proposeSignal = (title: string) => made.propose('POST', '/signals', { ...signal, title })
const eventsOf = async (id: number) => {
  await settled(made.world)
  const { changes } = (await made.send('GET', '/changes?entity=proposal&limit=200')).body
  return changes.filter((change: { id: number }) => change.id === id)
}

describe('asking for changes', () => {
  it('says so to who proposed, and leaves the proposal undecided', async () => {
    const id = await proposeSignal('Asked')
    expect(textOf(await made.manager.get(addressOf(id)))).toMatch(/Note .* Reject Ask for changes/)
    expect(await made.ask(id)).toMatchObject({ status: 303, location: addressOf(id) })
    expect(await made.read(id)).toMatchObject({
      status: 'changes_wanted',
      decision_note: 'Lower the severity',
      decided_by: null,
      decided_at: null,
    })
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      event: 'changes_wanted',
      note: 'Lower the severity',
      actor: { type: 'user', id: made.people.manager.id },
      changes: { status: { from: 'pending', to: 'changes_wanted' } },
    })
    const page = textOf(await made.manager.get(addressOf(id)))
    expect(page).toContain('Status Changes wanted')
    expect(page).toContain('Note Lower the severity')
    expect(page).toMatch(/Expires in 6 days/)
    for (const button of ['Approve', 'Ask for changes', 'Reject']) expect(page).not.toContain(button)
  })

  it('requires a note', async () => {
    const id = await proposeSignal('Without a note')
    for (const [note, message] of [
      ['', 'The note field is required.'],
      [' ', 'The note field is required.'],
      ['x'.repeat(1001), 'must not be greater than 1000 characters'],
    ] as const) {
      const { status, body } = await made.ask(id, note)
      expect(status).toBe(422)
      expect(body).toContain(message)
    }
    expect((await made.read(id)).status).toBe('pending')
  })

  it('is only for who may decide', async () => {
    const id = await proposeSignal('Not by them')
    const user = await signIn(made.world, await makePerson(made.world, 'user'))
    await user.get('/admin/account')
    expect(await user.post(`${addressOf(id)}/ask`, { note: 'More' })).toMatchObject({ status: 403 })
    await made.manager.get(addressOf(id))
    const forged = { note: 'More', _csrf: 'wrong' }
    expect(await made.manager.post(`${addressOf(id)}/ask`, forged)).toMatchObject({ status: 403 })
    expect((await made.read(id)).status).toBe('pending')
  })

  it('keeps people from deciding until the proposal is sent again', async () => {
    const id = await proposeSignal('Undecided')
    await made.ask(id)
    for (const decision of ['approve', 'reject', 'ask', 'edit']) {
      const fields = decision === 'edit' ? signal : { note: 'More' }
      const { status, body } = await made.manager.post(`${addressOf(id)}/${decision}`, fields)
      expect({ decision, status }).toEqual({ decision, status: 409 })
      expect(body).toContain('The proposal waits for the changes that a person has asked for.')
    }
    expect(await sql(made.world, "select from signals where title = 'Undecided'")).toEqual([])
  })

  it('of a withdrawn, expired or rejected proposal is 409', async () => {
    const ids = await Promise.all(['W', 'E', 'R'].map(proposeSignal))
    const [withdrawn = 0, expired = 0, rejected = 0] = ids
    await made.send('POST', `/proposals/${withdrawn}/withdraw`)
    await made.expire(expired)
    await made.manager.get(addressOf(rejected))
    await made.manager.post(`${addressOf(rejected)}/reject`)
    for (const id of ids) expect(await made.ask(id)).toMatchObject({ status: 409 })
  })

  it('of two people at once succeeds for one', async () => {
    const id = await proposeSignal('Twice')
    for (const browser of [made.admin, made.manager]) await browser.get(addressOf(id))
    const answers = await Promise.all([
      made.admin.post(`${addressOf(id)}/ask`, { note: 'More' }),
      made.manager.post(`${addressOf(id)}/approve`),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
  })
})

describe('a proposal whose proposer is asked for changes', () => {
  it('can be withdrawn, and expires', async () => {
    const [withdrawn, expired] = [await proposeSignal('Taken back'), await proposeSignal('Too late')]
    for (const id of [withdrawn, expired]) await made.ask(id)
    expect(await made.send('POST', `/proposals/${withdrawn}/withdraw`)).toMatchObject({
      status: 200,
      body: { proposal: { status: 'withdrawn' } },
    })
    expect((await eventsOf(withdrawn)).at(-1).changes).toEqual({
      status: { from: 'changes_wanted', to: 'withdrawn' },
    })
    await made.expire(expired)
    expect(await made.read(expired)).toMatchObject({ status: 'expired' })
    // The next proposal of the same token ends those whose time has passed.
    await proposeSignal('Another')
    expect((await eventsOf(expired)).at(-1)).toMatchObject({
      event: 'expired',
      changes: { status: { from: 'changes_wanted', to: 'expired' } },
    })
  })

  it('is found by its status, and not among the decided ones', async () => {
    const wanted = await proposeSignal('Found')
    const decided = await proposeSignal('Decided')
    await made.ask(wanted)
    await made.send('POST', `/proposals/${decided}/withdraw`)
    const idsOf = async (status: string) => {
      const { proposals } = (await made.send('GET', `/proposals?status=${status}&limit=200`)).body
      return proposals.map(({ id }: { id: number }) => id)
    }
    for (const spelling of ['changes_wanted', 'changes-wanted', 'CHANGES_WANTED'])
      expect(await idsOf(spelling)).toContain(wanted)
    expect(await idsOf('pending')).not.toContain(wanted)
    expect(await idsOf('decided')).toContain(decided)
    expect(await idsOf('decided')).not.toContain(wanted)
    const page = await made.manager.get('/admin/proposals?status=changes_wanted')
    expect(textOf(page)).toMatch(/Found Changes wanted New signal/)
    const { status, body } = await made.send('GET', '/proposals?status=wanted')
    expect(status).toBe(422)
    expect(body.errors.status[0]).toContain(
      'Allowed: pending, changes_wanted, applied, rejected, withdrawn, expired, decided',
    )
  })

  it('is named on the page of the record that it would change', async () => {
    const { id } = await makeSignal(made.world, { ...signal, title: 'Flicker' })
    const pending = await made.propose('PATCH', `/signals/${id}`, { severity: 'high' })
    const wanted = await made.propose('PATCH', `/signals/${id}`, { severity: 'critical' })
    await made.ask(wanted)
    const page = await made.manager.get(`/admin/signals/${id}`)
    const by = `change by ${made.token.name}`
    expect(textOf(page)).toContain(`A proposal waits for a decision on this record: ${by}`)
    expect(textOf(page)).toContain(
      `A proposal waits for changes by who proposed, before a decision on this record: ${by}`,
    )
    for (const proposal of [pending, wanted]) expect(page.body).toContain(addressOf(proposal))
  })
})
