import { beforeAll, expect, it } from 'vitest'
import { type Browser, formFields, signIn } from '../../../support/admin.ts'
import { makeDecision, makeSignal, root } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: Browser
const ids: Record<string, number> = {}
let form: string
beforeAll(async () => {
  world = await makeWorld()
  admin = await signIn(world, await makePerson(world))
  for (const title of ['Crashes; again, (twice)', 'Twin', 'Twin ', 'Slow'])
    ids[title] = (await makeSignal(world, { title })).id
  form = `/admin/decisions/${(await makeDecision(world, { title: 'Grow' })).id}/edit`
})

async function save(evidence: string, more: string[] = []) {
  const fields = formFields(await admin.get(form))
  return admin.post(form, { ...fields, evidence, evidence_more: more })
}
const stored = async () =>
  (await world.send('GET', `${root}/decisions/1`)).body.decision.evidence.map(({ id }: { id: number }) => id)

it('takes records by their titles, and shows their titles', async () => {
  expect((await save('Slow', ['Crashes; again, (twice)', ''])).status).toBe(303)
  expect(await stored()).toEqual([ids.Slow, ids['Crashes; again, (twice)']])
  const shown = `Slow (signal ${ids.Slow}); Crashes; again, (twice) (signal ${ids['Crashes; again, (twice)']})`
  expect(formFields(await admin.get(form)).evidence).toBe(shown)
  expect((await save(shown)).status).toBe(303)
  expect(await stored()).toEqual([ids.Slow, ids['Crashes; again, (twice)']])
})

it('takes records by their types and ids, alone and beside titles', async () => {
  expect((await save(`signal ${ids.Slow}, Signal #${ids.Twin}`)).status).toBe(303)
  expect(await stored()).toEqual([ids.Slow, ids.Twin])
  expect((await save(`signal ${ids.Twin}; Slow (signal ${ids.Slow})`)).status).toBe(303)
  expect(await stored()).toEqual([ids.Twin, ids.Slow])
})

it('rejects a title that several records have with their ids, and one that none has', async () => {
  const twins = await save('Twin')
  expect(twins.status).toBe(422)
  expect(twins.body).toContain(`Several records may be meant: Twin (signal ${ids.Twin}); Twin (signal `)
  expect(twins.body).toContain('value="Twin"')
  const none = await save('Nothing like this')
  expect(none.status).toBe(422)
  expect(none.body).toContain('id="error-evidence"')
  expect(none.body).toContain('value="Nothing like this"')
})

it('suggests records of the allowed types by a part of their title', async () => {
  const { body } = await admin.get('/admin/suggestions/records?types=signal,decision,user,nothing&q=gro')
  expect(JSON.parse(body)).toEqual([
    { value: 'Grow (decision 1)', label: 'Decision, Active', key: 'decision 1' },
  ])
  const { body: page } = await admin.get(form)
  expect(page).toContain('data-suggest="/admin/suggestions/records?types=signal,insight,economics,decision"')
})

it('takes a suggestion whose title looks like keys, and refuses a text that is a title and a key', async () => {
  const titles = [
    'Retention (cohort 31)',
    'Crash (signal 4)',
    'Crash (signal 4); again',
    'Version 2',
    'signal 4',
  ]
  for (const title of titles) {
    const { id } = await makeSignal(world, { title })
    const { body } = await admin.get(`/admin/suggestions/records?types=signal&q=${encodeURIComponent(title)}`)
    const suggestions: { value: string }[] = JSON.parse(body)
    const chosen = suggestions.find(({ value }) => value.endsWith(`(signal ${id})`))?.value ?? ''
    expect((await save('', [chosen, `Slow (signal ${ids.Slow})`])).status).toBe(303)
    expect(await stored()).toEqual([id, ids.Slow])
    expect((await save(formFields(await admin.get(form)).evidence as string)).status).toBe(303)
    expect(await stored()).toEqual([id, ids.Slow])
  }
  expect((await save('Version 2')).status).toBe(303)
  const both = await save('signal 4')
  expect(both.status).toBe(422)
  expect(both.body).toMatch(/Several records may be meant: Slow \(signal 4\); signal 4 \(signal \d+\)\./)
})
