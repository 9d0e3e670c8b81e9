import { beforeAll, describe, expect, it } from 'vitest'
import { operator } from '../../../cli/database.ts'
import { fillDemo } from '../../../src/catalog/demo.ts'
import { transact } from '../../../src/database/transaction.ts'
import { guardsInForce } from '../../../src/portfolio/guard/guard.ts'
import { replayGuard } from '../../../src/portfolio/guard/replay.ts'
import { dayOf } from '../../../src/record/rules/day.ts'
import { root, sql } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

const daysAgo = (days: number) => dayOf(Date.now() - days * 86_400_000)

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makePerson(world)
  const options = { force: false, report: () => undefined }
  await transact(world.database.orm, (em) => fillDemo(em, operator, options), { timeLimit: 'bulk' })
})

type Expected = { metric: string; verdict: string; before: number | null; after: number | null }
type Decision = { id: number; title: string; decision_type: string; status: string; outcome: string | null }

async function decisions(query: string): Promise<(Decision & { expected: Expected[] })[]> {
  const { body } = await world.send('GET', `${root}/decisions?limit=200&${query}`)
  const read = body.decisions.map(({ id }: Decision) => world.send('GET', `${root}/decisions/${id}`))
  return (await Promise.all(read)).map((answer) => answer.body.decision)
}

describe('the decisions of the demonstration', () => {
  it('are twelve judged ones of several types and owners, five of them of one type', async () => {
    const judged = (await decisions('')).filter(({ outcome }) => outcome !== null)
    expect(judged).toHaveLength(12)
    const types = Map.groupBy(judged, ({ decision_type }) => decision_type)
    expect(types.size).toBeGreaterThanOrEqual(4)
    expect(types.get('scale')).toHaveLength(5)
    expect(new Set(judged.map((decision) => (decision as unknown as { owner: string }).owner)).size).toBe(4)
    expect(new Set(judged.map(({ status }) => status))).toEqual(new Set(['reviewed']))
  })

  it('have the verdicts that their texts speak of, with which people do not always agree', async () => {
    const judged = (await decisions('')).filter(({ outcome }) => outcome !== null)
    const shown = judged.map(({ title, expected, outcome }) => [
      title,
      expected.map(({ verdict }) => verdict).join(),
      outcome,
    ])
    expect(shown.toSorted()).toEqual(
      [
        ['A widget for the lock screen', 'unclear', 'unclear'],
        ['Advertise stories in the evening hours', 'not-met', 'partly'],
        ['Advertise to people over fifty', 'met', 'met'],
        ['Double the advertising in Germany', 'met', 'met'],
        ['Give stories a shelf of their own', 'met', 'met'],
        ['Lead with the signature in the store texts', 'met', 'partly'],
        ['Raise the monthly price by a fifth', 'not-met', 'not-met'],
        ['Show the paywall before the first scan', 'not-met', 'not-met'],
        ['Two weeks for late alerts only', 'met', 'met'],
        ['Предлагать поделиться счётчиком на третий день', 'met', 'met'],
        ['Продвигать пакетное сканирование в подзаголовке', 'met,unclear', 'met'],
        ['Реклама перед началом учебного года', 'not-met', 'not-met'],
      ].toSorted(),
    )
  })

  it('are three whose verdict is due, and some whose expectations are pending', async () => {
    const due = await decisions('verdict_due=1')
    expect(
      due.map(({ title, expected }) => [title, expected.map(({ verdict }) => verdict)]).toSorted(),
    ).toEqual([
      ['Answer every review about rain', ['not-met']],
      ['Offer the yearly plan on the first screen', ['not-met']],
      ['Voices of two trainers to choose from', ['met']],
    ])
    const pending = (await decisions('status=active')).filter(({ expected }) =>
      expected.some(({ verdict }) => verdict === 'pending'),
    )
    expect(pending).toHaveLength(3)
  })

  it('are counted in the context of a dry run of the type that has five judged ones', async () => {
    const body = {
      product_slug: 'skaner-qr',
      title: 'Advertise in Poland',
      decision_type: 'scale',
      owner: 'Anna',
      decision: 'A thousand a month.',
      review_at: daysAgo(-60),
    }
    const { context } = (await world.send('POST', `${root}/decisions?dry_run=1`, body)).body
    const counts = { judged: 5, met: 3, partly: 1, not_met: 1, unclear: 0 }
    expect(context.outcomes).toEqual({ decision_type: 'scale', ...counts })
  })
})

describe('the agents of the demonstration', () => {
  const agents = () =>
    sql(world, `select id, name, digest, display from tokens where prefix = 'pft' order by id`)

  it('have tokens without a secret', async () => {
    for (const { digest, display } of await agents())
      expect([digest, display]).toEqual([expect.stringMatching(/^none:/), 'no secret'])
  })

  it('have made proposals: of one nearly every one was applied as it was, of the other few', async () => {
    const counts = await sql(
      world,
      `select created_by ->> 'name' as agent, status, edited, count(*)::int as n from proposals group by 1, 2, 3`,
    )
    const became = (agent: string) =>
      Object.fromEntries(
        counts.flatMap((row) => (row.agent === agent ? [[row.edited ? 'edited' : row.status, row.n]] : [])),
      )
    expect(became('store analyst')).toEqual({ applied: 21, rejected: 1, pending: 1 })
    expect(became('support digest')).toEqual({
      edited: 3,
      rejected: 3,
      expired: 1,
      withdrawn: 1,
      changes_wanted: 1,
      pending: 2,
    })
  })

  it('have written directly, some of which was accepted, undone and retracted', async () => {
    const [row] = await sql(
      world,
      `select count(*)::int as writes, count(reviewed.history_id)::int as accepted,
         (select count(*)::int from insights where retracted_at is not null) as retracted
       from history left join (select distinct history_id from reviewed_changes) as reviewed on history_id = id
       where actor ->> 'type' = 'portfolio_token' and record_type <> 'proposal' and approved_by is null`,
    )
    const { writes, accepted, retracted } = row ?? {}
    expect(Number(writes)).toBeGreaterThan(30)
    expect(Number(accepted)).toBeGreaterThan(15)
    expect(Number(accepted)).toBeLessThan(Number(writes) - 5)
    expect(retracted).toBe(4)
  })
})

describe('the guards of the demonstration', () => {
  it('have each effect, and one holds a write of an agent', async () => {
    const { rules } = (await world.send('GET', `${root}/canon-rules?limit=200`)).body
    const effects = rules.flatMap((rule: { guard: { effect: string } | null }) => rule.guard?.effect ?? [])
    expect(effects.toSorted()).toEqual(['propose', 'refuse', 'warn'])
    const [held] = await sql(world, `select status, rules from proposals where rules <> '[]'`)
    expect(held).toEqual({
      status: 'pending',
      rules: [{ id: expect.any(Number), title: expect.any(String) }],
    })
  })

  it('meet writes of the last 90 days, some of which were undone since and some of which stand', async () => {
    const guards = await transact(world.database.orm, guardsInForce)
    const limits = { deadline: Number.POSITIVE_INFINITY, time_zone: 'UTC' }
    const met: Record<string, object> = {}
    for (const guard of guards) {
      const { all, failures } = await replayGuard(world.database.read, guard, limits)
      expect([guard.title, [...failures]]).toEqual([guard.title, []])
      met[guard.guard_effect] = all
    }
    expect(met).toEqual({
      warn: { met: 6, undone: 3 },
      refuse: { met: 3, undone: 1 },
      propose: { met: 8, undone: 5 },
    })
  })
})

describe('the week of the demonstration', () => {
  const week = async () => (await world.send('GET', `${root}/week?since=${daysAgo(6)}`)).body

  it('has an agent whose writes were undone', async () => {
    const { agents } = await week()
    expect(agents).toContainEqual(
      expect.objectContaining({ actor: expect.objectContaining({ name: 'support digest' }), undone: 5 }),
    )
  })

  it('has a core product that lost half of its clicks and its place, and that nobody has changed for a month', async () => {
    const { movers, untouched } = await week()
    expect(untouched.map(({ slug }: { slug: string }) => slug)).toEqual(['tape-measure'])
    const moved = movers.filter(({ app_slug }: { app_slug: string }) => app_slug === 'tape-measure')
    expect(moved.map(({ metric }: { metric: string }) => metric).toSorted()).toEqual(['clicks', 'position'])
    for (const { metric, current, previous } of moved)
      expect(metric === 'clicks' ? current < previous / 2 : current > 5 * previous).toBe(true)
  })
})
