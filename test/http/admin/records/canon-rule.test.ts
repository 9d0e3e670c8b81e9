import { beforeAll, expect, it } from 'vitest'
import { formFields } from '../../../support/admin.ts'
import { sql } from '../../../support/makers.ts'
import { makeProposalsWorld, type ProposalsWorld, textOf } from '../../../support/proposals-world.ts'

const rule = { title: 'Freeze', rule_type: 'freeze-policy', body: 'Freeze after a quarter.' }

let made: ProposalsWorld
let id: number
beforeAll(async () => {
  made = await makeProposalsWorld()
  id = (await made.write('POST', '/canon-rules', rule)).body.rule.id
})

const rulesWithHidden = () =>
  sql(
    made.world,
    `select id from canon_rules where title || body || coalesce(guard_message, '') ~ '[\\u200b\\u202e\\u2800\\u3164]|\\U000e0041'`,
  )

it.each([
  ['\u202e', 'U+202E'],
  ['\u200b', 'U+200B'],
  ['\u{e0041}', 'U+E0041'],
  ['\u2800', 'U+2800'],
  ['\u3164', 'U+3164'],
])('refuses a rule with %j, which it names, however it is written', async (character, code) => {
  const hidden = { ...rule, body: `Freeze${character} nothing.` }
  const { write, send, admin } = made
  const batch = { operations: [{ operation: 'create_canon_rule', body: hidden }] }
  for (const answer of [
    await write('POST', '/canon-rules', hidden),
    await write('PATCH', `/canon-rules/${id}`, { body: hidden.body }),
    await send('POST', '/canon-rules', hidden),
    await send('PATCH', `/canon-rules/${id}`, { body: hidden.body }),
    await write('POST', '/batch', batch),
  ]) {
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.body.errors)).toContain(
      `body field must not contain a character that cannot be seen (${code})`,
    )
  }
  const proposal = await made.propose('POST', '/canon-rules', { ...rule, title: `Freeze ${code}` })
  const proposed = formFields(await admin.get(`/admin/proposals/${proposal}/edit`))
  await admin.get(`/admin/canon-rules/${id}/guard`)
  for (const [path, fields] of [
    ['/admin/canon-rules/new', hidden],
    [`/admin/canon-rules/${id}/edit`, hidden],
    [`/admin/canon-rules/${id}/edit/body`, { body: hidden.body }],
    [`/admin/proposals/${proposal}/edit`, { ...proposed, body: hidden.body }],
    [
      `/admin/canon-rules/${id}/guard`,
      { guard_when: 'true', guard_effect: 'warn', guard_message: hidden.body },
    ],
    [`/admin/canon-rules/${id}/guard`, { guard_when: `after.title == '${character}'`, guard_effect: 'warn' }],
  ] as const) {
    await admin.get(path)
    const page = await admin.post(path, fields)
    expect(page.status, path).toBe(422)
    expect(textOf(page), path).toContain(code)
  }
  expect(await rulesWithHidden()).toEqual([])
})

it('refuses to bring back or to approve such a text, which was stored before', async () => {
  const text = 'Freeze\u202e nothing.'
  const { body } = await made.write('POST', '/canon-rules', { ...rule, title: 'Older' })
  const address = `/admin/canon-rules/${body.rule.id}`
  await sql(made.world, 'update canon_rules set body = $1 where id = $2', text, body.rule.id)
  await made.admin.get(address)
  expect(await made.admin.post(`${address}/approve`)).toMatchObject({ status: 422 })
  expect(textOf(await made.admin.get(address))).toContain('Freeze[U+202E] nothing.')
  await made.write('PATCH', `/canon-rules/${body.rule.id}`, { body: 'Freeze.' })
  await sql(
    made.world,
    `update history set changes = jsonb_set(changes, '{body,from}', to_jsonb($1::text)) where record_type = 'canon_rule' and record_id = $2 and event = 'updated'`,
    text,
    body.rule.id,
  )
  const [entry] = await sql(
    made.world,
    `select max(id) as id from history where record_id = $1 and record_type = 'canon_rule'`,
    body.rule.id,
  )
  const revert = `/admin/activity/${entry?.id}/revert`
  expect(textOf(await made.admin.get(revert))).toContain('Freeze[U+202E] nothing.')
  const refused = await made.admin.post(revert)
  expect(refused.status).toBe(422)
  expect(textOf(refused)).toContain('U+202E')
  expect(await rulesWithHidden()).toEqual([])
})

it('names in words what a rule binds', async () => {
  const { body } = await made.write('POST', '/canon-rules', { ...rule, title: 'Run', product_slug: 'run' })
  for (const [one, scope] of [
    [id, 'Whole portfolio'],
    [body.rule.id, 'Product'],
  ])
    expect((await made.admin.get(`/admin/canon-rules/${one}`)).body).toMatch(
      new RegExp(`<dt>Scope</dt>\\s*<dd>${scope}<`),
    )
})
