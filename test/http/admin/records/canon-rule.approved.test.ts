import { beforeAll, describe, expect, it } from 'vitest'
import { formFields } from '../../../support/admin.ts'
import { makeToken, sql } from '../../../support/makers.ts'
import { makeProposalsWorld, type ProposalsWorld, textOf } from '../../../support/proposals-world.ts'

let made: ProposalsWorld
beforeAll(async () => {
  made = await makeProposalsWorld()
})

const fields = { title: 'Freeze policy', rule_type: 'freeze-policy', body: 'Freeze after a quarter.' }
const proposalPage = expect.stringMatching(/^\/admin\/proposals\/\d+$/)
const note = 'Your change becomes a proposal'

/** Creates a rule as a manager, who changes it once. An admin approves it and gives it a guard. */
async function makeApprovedRule() {
  const { admin, manager } = made
  const { location = '' } = await manager.post('/admin/canon-rules/new', fields)
  await manager.get(`${location}/edit`)
  await manager.post(`${location}/edit`, { ...fields, body: 'Freeze after a month.' })
  await admin.get(location)
  expect(await admin.post(`${location}/approve`)).toMatchObject({ status: 303 })
  await admin.get(`${location}/guard`)
  const guard = { guard_when: "write.kind == 'economics' && after.title == 'Never'", guard_effect: 'refuse' }
  expect(await admin.post(`${location}/guard`, guard)).toMatchObject({ status: 303 })
  const id = Number(location.split('/').at(-1))
  const changes = await sql(
    made.world,
    `select id, event from history where record_type = 'canon_rule' and record_id = $1 order by id`,
    id,
  )
  const [created, updated] = changes.map(({ id }) => `/admin/activity/${id}/revert`)
  return { id, address: location, created: String(created), updated: String(updated) }
}
const stored = async (id: number) =>
  (await sql(made.world, 'select to_jsonb(rule) as rule from canon_rules as rule where id = $1', id))[0]

type Rule = Awaited<ReturnType<typeof makeApprovedRule>>
type Sent = { status: number; location?: string | undefined }

/** Every form by which a manager changes a rule, with what the proposal would change. */
const forms: Record<string, [change: object, send: (rule: Rule) => Promise<Sent>]> = {
  'the form': [
    { title: 'Freeze policy.' },
    async ({ address }) => {
      const form = formFields(await made.manager.get(`${address}/edit`))
      return made.manager.post(`${address}/edit`, { ...form, title: `${form.title}.` })
    },
  ],
  'the form, for the scope': [
    { product_id: 1 },
    async ({ address }) => {
      const form = formFields(await made.manager.get(`${address}/edit`))
      return made.manager.post(`${address}/edit`, { ...form, product_slug: 'run' })
    },
  ],
  'the form of one field': [
    { status: 'superseded' },
    async ({ address }) => {
      await made.manager.get(`${address}/edit/status`)
      return made.manager.post(`${address}/edit/status`, { status: 'superseded' })
    },
  ],
  'the form of one field in its place': [
    { status: 'draft' },
    async ({ address }) => {
      const htmx = { 'hx-request': 'true' }
      await made.manager.get(`${address}/edit/status`, htmx)
      const answer = await made.manager.post(`${address}/edit/status`, { status: 'draft' }, htmx)
      return { status: answer.status + 99, location: String(answer.headers['hx-redirect']) }
    },
  ],
  'the revert of an own change': [{ body: fields.body }, ({ updated }) => made.manager.confirm(updated)],
  'the withdrawal of an own creation': [
    { status: 'archived' },
    ({ created }) => made.manager.confirm(created, { reason: 'By mistake.' }),
  ],
}

describe('a change of an approved rule by a manager', () => {
  it.each(Object.entries(forms))(
    'is a proposal by %s, and stays approved once it is',
    async (_, [change, send]) => {
      const rule = await makeApprovedRule()
      const before = await stored(rule.id)
      const answer = await send(rule)
      expect(answer).toMatchObject({ status: 303, location: proposalPage })
      expect(await stored(rule.id)).toEqual(before)
      const page = answer.location as string
      const proposal = await made.read(Number(page.split('/').at(-1)))
      expect(proposal).toMatchObject({
        status: 'pending',
        operation: 'change_canon_rule',
        target: { kind: 'canon-rule', id: rule.id },
        proposed_by: { type: 'user', id: made.people.manager.id },
      })
      const [[field, to]] = Object.entries(change) as [[string, unknown]]
      expect(proposal.changes).toMatchObject({ [field]: { to } })
      expect(Object.keys(proposal.changes)).toEqual([field])
      await made.manager.get(page)
      expect(await made.manager.post(`${page}/approve`)).toMatchObject({ status: 403 })
      await made.admin.get(page)
      expect(await made.admin.post(`${page}/approve`)).toMatchObject({ status: 303 })
      const { rule: after } = (await stored(rule.id)) as { rule: Record<string, unknown> }
      const { rule: old } = before as { rule: Record<string, unknown> }
      expect(after).toMatchObject({ ...change, approved_by: old.approved_by, guard_when: old.guard_when })
    },
  )

  it('is possible in no other way', async () => {
    const { id, address } = await makeApprovedRule()
    const before = await stored(id)
    const { manager } = made
    await manager.get(address)
    for (const path of ['approve', 'withdraw-approval', 'guard'])
      expect((await manager.post(`${address}/${path}`, { guard_when: '' })).status, path).toBe(403)
    await manager.get(address)
    const bulk = { ids: String(id), field: 'status', value: 'draft' }
    expect((await manager.post('/admin/canon-rules/bulk', bulk)).status).toBe(405)
    const changes = await sql(
      made.world,
      `select id from history where record_type = 'canon_rule' and record_id = $1`,
      id,
    )
    const ids = changes.map((change) => String(change.id))
    await manager.post('/admin/review', { ids, action: 'revert-confirmed' })
    expect(await stored(id)).toEqual(before)
  })

  it('is announced above its forms, to managers only', async () => {
    const { address } = await makeApprovedRule()
    for (const path of ['', '/edit', '/edit/title']) {
      const shown = await made.manager.get(address + path)
      expect(textOf(shown), path).toContain(note)
      expect(shown.body.indexOf(note)).toBeLessThan(shown.body.indexOf('class="record"') >>> 0)
      expect((await made.admin.get(address + path)).body).not.toContain(note)
    }
  })
})

it('is a proposal by a token that writes rules directly, alone and in a batch', async () => {
  const { id } = await makeApprovedRule()
  const before = await stored(id)
  const tokens = [
    await makeToken(made.world, ['read', 'write']),
    await makeToken(made.world, ['read', 'propose'], null, ['canon-rule']),
  ]
  const body = { title: 'By a token' }
  for (const { headers } of tokens) {
    const send = (method: string, path: string, sent: object) =>
      made.world.send(method, `/api/portfolio${path}`, sent, headers)
    expect((await send('PATCH', `/canon-rules/${id}`, body)).status).toBe(202)
    const operations = [{ operation: 'change_canon_rule', key: String(id), body }]
    expect((await send('POST', '/batch', { operations })).status).toBe(202)
  }
  expect(await stored(id)).toEqual(before)
})

it('is stored at once by an admin, and keeps the approval', async () => {
  const { id, address } = await makeApprovedRule()
  const form = formFields(await made.admin.get(`${address}/edit`))
  expect(await made.admin.post(`${address}/edit`, { ...form, title: 'By the admin' })).toMatchObject({
    status: 303,
    location: address,
  })
  const [rule] = await sql(
    made.world,
    'select title, approved_by is not null as approved from canon_rules where id = $1',
    id,
  )
  expect(rule).toEqual({ title: 'By the admin', approved: true })
})

it('is stored at once if no admin approved the rule', async () => {
  const { location = '' } = await made.manager.post('/admin/canon-rules/new', fields)
  const edit = formFields(await made.manager.get(`${location}/edit`))
  expect((await made.manager.get(`${location}/edit`)).body).not.toContain(note)
  expect(await made.manager.post(`${location}/edit`, { ...edit, title: 'At once' })).toMatchObject({
    status: 303,
    location,
  })
})
