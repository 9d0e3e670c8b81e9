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
  expect(twins.body).toContain(`Several records are called “Twin”. Type one of them: signal ${ids.Twin}, `)
  expect(twins.body).toContain('value="Twin"')
  const none = await save('Nothing like this')
  expect(none.status).toBe(422)
  expect(none.body).toContain('id="error-evidence"')
  expect(none.body).toContain('value="Nothing like this"')
})

it('suggests records of the allowed types by a part of their title', async () => {
  const { body } = await admin.get('/admin/suggestions/records?types=signal,decision,user,nothing&q=gro')
  expect(JSON.parse(body)).toEqual([{ value: 'Grow (decision 1)', label: 'Decision, Active' }])
  const { body: page } = await admin.get(form)
  expect(page).toContain('data-suggest="/admin/suggestions/records?types=signal,insight,economics,decision"')
})
