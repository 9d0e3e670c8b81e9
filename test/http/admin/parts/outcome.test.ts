import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, formFields, openBrowser, signIn } from '../../../support/admin.ts'
import { makeDueDecision } from '../../../support/judged-decision.ts'
import { makeDecision, makeProduct, root, sql } from '../../../support/makers.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { textOf } from '../../../support/proposals-world.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let person: TestUser
let manager: Browser
beforeAll(async () => {
  world = await makeWorld()
  person = await makePerson(world, 'manager')
  manager = await signIn(world, person)
  await makeProduct(world, { name: 'Torch' })
})

const stored = async (id: number) => (await world.send('GET', `${root}/decisions/${id}`)).body.decision
const pageOf = (id: number) => `/admin/decisions/${id}`

describe('the outcome of a decision', () => {
  it('is judged by the form on its page, and shown with its note, who judged and when', async () => {
    const { id } = await makeDecision(world)
    const page = await manager.get(pageOf(id))
    expect(textOf(page)).toContain('No person has judged this decision yet.')
    expect(formFields(page)).toMatchObject({ outcome: '', outcome_note: '' })
    const { status, location } = await manager.post(`${pageOf(id)}/outcome`, {
      outcome: 'partly',
      outcome_note: 'Half of it came.',
    })
    expect([status, location?.replace(/[?#].*/, '')]).toEqual([303, pageOf(id)])
    const judged = await stored(id)
    expect(judged).toMatchObject({ outcome: 'partly', outcome_note: 'Half of it came.', status: 'reviewed' })
    expect(judged.judged_by).toMatchObject({ type: 'user', id: person.id })
    const shown = await manager.get(pageOf(id))
    expect(textOf(shown)).toMatch(
      /Outcome What a person judged[^.]*\. Outcome Partly Judged by .*just now Note Half of it came\./,
    )
    expect(formFields(shown)).toMatchObject({ outcome: 'partly', outcome_note: 'Half of it came.' })
  })

  it('is taken back after a question, and the decision is active again', async () => {
    const { id } = await makeDecision(world)
    await world.send('PATCH', `${root}/decisions/${id}`, { outcome: 'met', outcome_note: 'All of it.' })
    expect((await manager.get(pageOf(id))).body).toContain(`href="${pageOf(id)}/take-back"`)
    const asked = await manager.get(`${pageOf(id)}/take-back`)
    expect(textOf(asked)).toContain('Its note is removed, and the decision is active again.')
    expect((await manager.post(`${pageOf(id)}/take-back`)).status).toBe(303)
    expect(await stored(id)).toMatchObject({
      outcome: null,
      outcome_note: null,
      judged_at: null,
      status: 'active',
    })
  })

  it('is asked for on a page of its own, and is required there with a message beside its control', async () => {
    const { id } = await makeDecision(world)
    expect(textOf(await manager.get(`${pageOf(id)}/outcome`))).toContain('How did the decision turn out?')
    const { status, body } = await manager.post(`${pageOf(id)}/outcome`, {
      outcome: '',
      outcome_note: 'Kept',
    })
    expect(status).toBe(422)
    expect(body).toMatch(/id="error-outcome"[^>]*>The outcome field is required/)
    expect(body).toContain('Kept')
    const wrong = await manager.post(`${pageOf(id)}/outcome`, { outcome: 'great' })
    expect(wrong.status).toBe(422)
    expect(wrong.body).toContain('Allowed: met, partly, not-met, unclear')
    expect(await stored(id)).toMatchObject({ outcome: null, status: 'active' })
  })

  it('is offered first and in words while a verdict is due, and by the preset of the list', async () => {
    const { id } = await makeDueDecision(world, { product_slug: 'torch', title: 'Due one' })
    const { id: other } = await makeDecision(world, { product_slug: 'torch', title: 'Quiet one' })
    const due = await manager.get(pageOf(id))
    expect(textOf(due)).toContain('The verdict is due: the day of an expectation has passed.')
    const isFirst = ({ body }: { body: string }) =>
      body.indexOf('id="outcome"') < body.indexOf('class="fields-of"')
    expect(isFirst(due)).toBe(true)
    const quiet = await manager.get(pageOf(other))
    expect(textOf(quiet)).not.toContain('The verdict is due')
    expect(isFirst(quiet)).toBe(false)
    const list = textOf(await manager.get('/admin/decisions?verdict_due=1'))
    expect(list).toContain('Due one')
    expect(list).not.toContain('Quiet one')
    expect((await manager.get('/admin/decisions')).body).toContain('href="/admin/decisions?verdict_due=1"')
    await manager.get(pageOf(id))
    await manager.post(`${pageOf(id)}/outcome`, { outcome: 'met' })
    expect(isFirst(await manager.get(pageOf(id)))).toBe(false)
  })

  it('is not asked of a cancelled decision', async () => {
    const { id } = await makeDecision(world, { status: 'cancelled' })
    expect((await manager.get(pageOf(id))).body).not.toContain('name="outcome"')
    const { status } = await manager.post(`${pageOf(id)}/outcome`, { outcome: 'met', _version: '999' })
    expect(status).toBe(409)
  })
})

describe('who may judge a decision', () => {
  it.each(['admin', 'manager'] as const)('an active %s', async (role) => {
    const browser = await signIn(world, await makePerson(world, role))
    const { id } = await makeDecision(world)
    await browser.get(pageOf(id))
    expect((await browser.post(`${pageOf(id)}/outcome`, { outcome: 'unclear' })).status).toBe(303)
  })

  it('neither an inactive manager nor a user, and a visitor is asked to sign in', async () => {
    const { id } = await makeDecision(world)
    const inactive = await makePerson(world, 'manager')
    const browser = await signIn(world, inactive)
    await sql(world, `update users set status = 'inactive' where id = $1`, inactive.id)
    expect((await browser.get(pageOf(id))).body).not.toContain('name="outcome"')
    expect((await browser.post(`${pageOf(id)}/outcome`, { outcome: 'met' })).status).toBe(403)
    const user = await signIn(world, await makePerson(world, 'user'))
    await user.get('/admin/account')
    expect((await user.get(pageOf(id))).status).toBe(403)
    expect((await user.post(`${pageOf(id)}/outcome`, { outcome: 'met' })).status).toBe(403)
    expect((await openBrowser(world).get(pageOf(id))).location).toMatch(/^\/admin\/login/)
    expect((await stored(id)).outcome).toBeNull()
  })
})
