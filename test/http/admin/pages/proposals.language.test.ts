import { beforeAll, describe, expect, it } from 'vitest'
import { inLanguage } from '../../../../http/admin/html/text.ts'
import { failureMessages } from '../../../../http/admin/pages/proposals/decide.ts'
import { invalid } from '../../../../src/record/fault.ts'
import { invalidSelection } from '../../../../src/record/validation/messages.ts'
import { makeApp, makeRule, makeSignal, sql } from '../../../support/makers.ts'
import { makeProposalsWorld, type ProposalsWorld, signal, textOf } from '../../../support/proposals-world.ts'

let made: ProposalsWorld
beforeAll(async () => {
  made = await makeProposalsWorld()
  await sql(made.world, `update users set language = 'ru'`)
})

const decide = async (id: number, decision: string, form: Record<string, string> = {}) => {
  await made.manager.get(`/admin/proposals/${id}`)
  return made.manager.post(`/admin/proposals/${id}/${decision}`, form)
}

it('counts proposals with the plural of the language', async () => {
  for (const [count, text] of [
    [1, '1 предложение'],
    [2, '2 предложения'],
  ] as const) {
    await made.propose('POST', '/signals', { ...signal, title: `Crash ${count}` })
    expect(textOf(await made.manager.get('/admin/proposals'))).toContain(` ${text} `)
  }
})

it('says in the language of the person why a decision was not carried out', async () => {
  const { id } = await makeSignal(made.world, { ...signal, title: 'Ads flicker' })
  const proposal = await made.propose('PATCH', `/signals/${id}`, { severity: 'high' })
  expect(textOf(await decide(proposal, 'ask'))).toMatch(/Заполните поле «[^»]+»\./)
  await made.write('PATCH', `/signals/${id}`, { severity: 'critical' })
  const stale = await decide(proposal, 'approve')
  expect(stale.status).toBe(409)
  expect(textOf(stale)).toContain('Эти поля с тех пор изменили другие.')
  expect(await decide(proposal, 'reject')).toMatchObject({ status: 303 })
  expect(textOf(await decide(proposal, 'reject'))).toContain('Предложение уже отклонено.')
})

it('keeps the answers of the API in English', async () => {
  const proposal = await made.propose('POST', '/signals', { ...signal, title: 'Widget drains the battery' })
  await decide(proposal, 'reject')
  expect(await made.send('POST', `/proposals/${proposal}/withdraw`)).toMatchObject({
    status: 409,
    body: { message: 'The proposal is rejected already.' },
  })
})

describe('what the preview of a proposal says', () => {
  const late = { product_slug: 'run', due_at: '2020-01-02' }
  const english = 'The due at 2020-01-02 is in the past.'

  it('is in the language of the person, and in English to programs', async () => {
    const proposal = await made.propose('POST', '/tasks', { ...late, title: 'Late' })
    const { preview } = await made.read(proposal)
    expect(preview.warnings).toEqual([{ field: 'due_at', message: english }])
    const page = await made.manager.get(`/admin/proposals/${proposal}`)
    expect(textOf(page)).toContain('Дата 2 янв. 2020 г. в поле «Срок» уже прошла.')
    expect(textOf(page)).not.toContain('is in the past')
  })

  it('is so in a batch, and after a revision', async () => {
    const operations = [
      { operation: 'create_task', body: { ...late, title: 'Late one' } },
      { operation: 'create_task', body: { ...late, title: 'Late two', due_at: '2020-01-03' } },
    ]
    const batch = await made.propose('POST', '/batch', { operations })
    const text = textOf(await made.manager.get(`/admin/proposals/${batch}`))
    for (const day of ['2', '3']) expect(text).toContain(`Дата ${day} янв. 2020 г. в поле «Срок» уже прошла.`)
    const proposal = await made.propose('POST', '/tasks', { ...late, title: 'Late again' })
    await made.ask(proposal)
    const body = { ...late, title: 'Late again', due_at: '2020-01-04' }
    expect(await made.send('PUT', `/proposals/${proposal}`, body)).toMatchObject({ status: 202 })
    expect(textOf(await made.manager.get(`/admin/proposals/${proposal}`))).toContain('Дата 4 янв. 2020 г.')
  })

  it('is so for a guard that fails', async () => {
    const { id } = await makeRule(made.world, { title: 'Careful', product_slug: 'run' })
    await sql(
      made.world,
      `update canon_rules set status = 'active', guard_when = 'after.severity > 1',
         guard_effect = 'warn', approved_by = created_by where id = $1`,
      id,
    )
    const proposal = await made.propose('POST', '/signals', { ...signal, title: 'Fails' })
    const { preview } = await made.read(proposal)
    expect(preview.warnings[0].message).toMatch(
      /^The canon rule "Careful" could not be checked: no such overload/,
    )
    expect(textOf(await made.manager.get(`/admin/proposals/${proposal}`))).toMatch(
      /Правило канона «Careful» не удалось проверить: Такая операция невозможна/,
    )
    const rule = textOf(await made.admin.get(`/admin/canon-rules/${id}`))
    expect(rule).toContain('Такая операция невозможна')
    expect(textOf(await made.admin.get('/admin'))).toContain('она не работает: Такая операция невозможна')
    await sql(
      made.world,
      `update canon_rules set guard_when = null, guard_effect = null, guard_failed_at = null where id = $1`,
      id,
    )
  })

  it('stays in English if an earlier version stored it', async () => {
    const proposal = await made.propose('POST', '/tasks', { ...late, title: 'Of an earlier version' })
    await sql(made.world, `update proposals set phrases = '{}' where id = $1`, proposal)
    expect(textOf(await made.manager.get(`/admin/proposals/${proposal}`))).toContain(english)
  })
})

it('says in the language of the person how large a batch is, wherever the batch is named', async () => {
  const { id } = await makeSignal(made.world, { ...signal, title: 'Batched' })
  const operations = [
    { operation: 'change_signal', key: String(id), body: { severity: 'low' } },
    { operation: 'record_signal', body: { ...signal, title: 'Beside' } },
  ]
  const batch = await made.propose('POST', '/batch', { operations })
  const [stored] = await sql(made.world, 'select title from proposals where id = $1', batch)
  expect(stored?.title).toBe('Batch of 2')
  const paths = [`/admin/proposals/${batch}`, `/admin/signals/${id}`, '/admin/activity']
  for (const path of paths) {
    const text = textOf(await made.manager.get(path))
    expect(text, path).toContain('Пакет из 2')
    expect(text, path).not.toContain('Batch of')
  }
  const decided = await made.manager.post('/admin/proposals/decide', {
    decision: 'reject',
    ids: String(batch),
  })
  expect(textOf(decided)).toContain('Пакет из 2')
})

it('shows an expectation as a sentence, of a record of the same batch too', async () => {
  await makeApp(made.world, { product_slug: 'run', name: 'Tracker' })
  const decision = {
    product_slug: 'run',
    title: 'Ask for reviews',
    decision_type: 'scale',
    owner: 'Anna',
    decision: 'Ask.',
    rationale: 'Few reviews.',
    review_at: '2099-01-01',
  }
  const expected = { metric: 'rating', direction: 'up', at_least: 0.5, by: '2090-12-31' }
  const proposal = await made.propose('POST', '/decisions', {
    ...decision,
    expected: [{ ...expected, app_slug: 'tracker' }],
  })
  const text = textOf(await made.manager.get(`/admin/proposals/${proposal}`))
  expect(text).toMatch(/Рейтинг: рост хотя бы на 0,5 балла к 31 дек\. 2090 г\., Tracker/)
  expect(text).not.toMatch(/: (rating|up) /)
  const batch = await made.propose('POST', '/batch', {
    operations: [
      {
        operation: 'create_app',
        ref: 'a',
        body: { product_slug: 'run', name: 'New tracker', platform: 'ios' },
      },
      { operation: 'record_decision', body: { ...decision, expected: [{ ...expected, app_id: 'ref:a' }] } },
    ],
  })
  expect(textOf(await made.manager.get(`/admin/proposals/${batch}`))).toMatch(
    /Рейтинг: рост хотя бы на 0,5 балла к 31 дек\. 2090 г\., New tracker/,
  )
})

it.each([
  ['en', 'The selected due on is invalid.'],
  ['ru', '«Срок»'],
] as const)('names the field that prevents a decision by its label: %s', (language, text) => {
  const fault = invalid({ due_at: invalidSelection('due_at') })
  expect(inLanguage(language, () => failureMessages(fault))).toEqual([expect.stringContaining(text)])
})
