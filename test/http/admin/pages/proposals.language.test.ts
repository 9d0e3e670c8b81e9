import { beforeAll, expect, it } from 'vitest'
import { makeSignal, sql } from '../../../support/makers.ts'
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
