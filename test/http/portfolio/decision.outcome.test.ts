import { beforeAll, describe, expect, it } from 'vitest'
import { daysAfter } from '../../../src/record/rules/period.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import { addApplication, addClicks, backdate } from '../../support/expectations.ts'
import { makeApp, makeDecision, makeToken, root, sql } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

// The date there is not the date in UTC, at any hour.
const TIME_ZONE = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
const decisions = `${root}/decisions`

let world: World
let app: { id: number; slug: string }
let today: string
beforeAll(async () => {
  world = await makeWorld({ TIME_ZONE })
  today = todayIn(TIME_ZONE)
  app = await makeApp(world)
  const application = await addApplication(world, app.id)
  const days = Array.from({ length: 60 }, (_, index) => [daysAfter(today, -index), index < 20 ? 20 : 10])
  await addClicks(world, application, Object.fromEntries(days))
})

const patch = (id: number, change: object) => world.send('PATCH', `${decisions}/${id}`, change)
const expecting = (at_least: number, days = 10) => ({
  metric: 'clicks',
  direction: 'up',
  at_least,
  by: daysAfter(today, days),
})
// The clicks doubled 20 days ago, when it was made.
const madeThen = async (...amounts: number[]) => {
  const { id } = await makeDecision(world, {
    app_slug: app.slug,
    expected: amounts.map((amount) => expecting(amount)),
  })
  await backdate(world, id, 20)
  return id as number
}

describe('the outcome of a decision', () => {
  it('is set with who judged and when, makes it reviewed, and is taken back by null', async () => {
    const { headers, id: token, name } = await makeToken(world)
    const { id } = await makeDecision(world)
    const sent = { outcome: 'PARTLY', outcome_note: 'Half of it.' }
    const judged = await world.send('PATCH', `${decisions}/${id}`, sent, headers)
    expect([judged.status, judged.body.warnings]).toEqual([200, undefined])
    expect(judged.body.decision).toMatchObject({
      status: 'reviewed',
      outcome: 'partly',
      outcome_note: 'Half of it.',
      judged_at: expect.any(String),
      judged_by: { type: 'portfolio_token', id: token, name },
    })
    const again = await patch(id, { outcome: 'partly' })
    expect(again.body.etag).toBe(judged.body.etag)
    const taken = await patch(id, { outcome: null })
    const nothing = { outcome: null, outcome_note: null, judged_at: null, judged_by: null }
    expect(taken.body.decision).toMatchObject({ status: 'active', ...nothing })
    expect(taken.body.warnings).toEqual([
      { field: 'outcome_note', message: 'The outcome note is removed with the outcome.' },
    ])
  })

  it('leaves the status that is sent beside it', async () => {
    const { id } = await makeDecision(world)
    const { body } = await patch(id, { outcome: 'not-met', status: 'superseded' })
    expect(body.decision).toMatchObject({ status: 'superseded', outcome: 'not-met' })
    const taken = await patch(id, { outcome: null, status: 'cancelled' })
    expect(taken.body.decision).toMatchObject({ status: 'cancelled', outcome: null })
    expect((await patch(id, { outcome: null })).body.decision.status).toBe('cancelled')
  })

  it.each(['outcome', 'outcome_note', 'judged_at', 'judged_by', 'verdict'])(
    'POST rejects %s',
    async (field) => {
      const body = {
        direction_slug: 'utilities',
        title: 'T',
        decision_type: 'stop',
        owner: 'A',
        decision: 'D',
      }
      const sent = { ...body, review_at: '2099-01-01', [field]: 'met' }
      const { status, body: answer } = await world.send('POST', decisions, sent)
      expect([status, Object.keys(answer.errors)]).toEqual([422, [field]])
      expect(answer.errors[field][0]).toContain(`field is prohibited. Allowed: `)
    },
  )

  it('rejects another value, and who judged', async () => {
    const { id } = await makeDecision(world)
    const { status, body } = await patch(id, {
      outcome: 'good',
      outcome_note: 'n'.repeat(5001),
      judged_at: 'x',
    })
    expect(status).toBe(422)
    expect(body.errors).toMatchObject({
      outcome: ['The selected outcome is invalid. Allowed: met, partly, not-met, unclear.'],
      outcome_note: ['The outcome note field must not be greater than 5000 characters.'],
      judged_at: [expect.stringContaining('prohibited')],
    })
  })

  it.each([
    ['met', [150, 200], true],
    ['met', [50, 200], false],
    ['not-met', [50, 60], true],
    ['not-met', [50, 200], false],
    ['partly', [150], false],
    ['unclear', [50], false],
    ['met', [], false],
  ])(
    '%s beside expected rises of %j %%, where clicks doubled, warns: %s',
    async (outcome, amounts, warns) => {
      const { status, body } = await patch(await madeThen(...amounts), { outcome })
      const verdict = outcome === 'met' ? 'not-met' : 'met'
      const message = `The outcome ${outcome} contradicts every verdict: what was measured says ${verdict}.`
      expect([status, body.warnings]).toEqual([200, warns ? [{ field: 'outcome', message }] : undefined])
    },
  )

  it('that is met does not contradict a verdict that is pending', async () => {
    const { id } = await makeDecision(world, { app_slug: app.slug, expected: [expecting(900)] })
    expect((await patch(id, { outcome: 'met' })).body.warnings).toBeUndefined()
  })

  it('is judged by exactly who is stored beside it, of two at once', async () => {
    const { id } = await makeDecision(world)
    const tokens = await Promise.all(
      ['met', 'not-met'].map(async (outcome) => ({ outcome, ...(await makeToken(world)) })),
    )
    await Promise.all(
      tokens.map(({ outcome, headers }) => world.send('PATCH', `${decisions}/${id}`, { outcome }, headers)),
    )
    const { decision } = (await world.send('GET', `${decisions}/${id}`)).body
    expect(decision.judged_by.id).toBe(tokens.find(({ outcome }) => outcome === decision.outcome)?.id)
    await expect(sql(world, 'update decisions set judged_at = null where id = $1', id)).rejects.toThrow(
      'decisions_judged_check',
    )
  })
})

describe('the list of decisions', () => {
  it('is filtered by due verdicts, in the days of the company, and by outcome', async () => {
    const due = async (flag: 0 | 1) => {
      const { status, body } = await world.send('GET', `${decisions}?verdict_due=${flag}&limit=200&owner=Due`)
      expect(status).toBe(200)
      return body.decisions.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b)
    }
    const make = async (age: number, ...days: number[]) => {
      const expected = days.map((day) => expecting(5, day))
      const { id } = await makeDecision(world, { app_slug: app.slug, owner: 'Due', expected })
      await backdate(world, id, age)
      return id as number
    }
    const [ofYesterday, ofToday, oneOfTwo, nothing] = [
      await make(8, 7),
      await make(7, 7),
      await make(8, 30, 7),
      await make(30),
    ]
    expect(await due(1)).toEqual([ofYesterday, oneOfTwo])
    expect(await due(0)).toEqual([ofToday, nothing])
    await patch(ofYesterday, { outcome: 'unclear' })
    await patch(oneOfTwo, { status: 'cancelled' })
    expect(await due(1)).toEqual([])
    const judged = await world.send('GET', `${decisions}?outcome=unclear&owner=Due`)
    expect(judged.body.decisions).toMatchObject([{ id: ofYesterday, outcome: 'unclear' }])
    expect((await world.send('GET', `${decisions}?outcome=good`)).status).toBe(422)
    expect((await world.send('GET', `${decisions}?verdict_due=yes`)).status).toBe(422)
  })
})
