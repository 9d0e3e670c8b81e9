import { beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../support/admin.ts'
import {
  makeDecision,
  makeEconomics,
  makeInsight,
  makeRule,
  makeSignal,
  makeTask,
  makeToken,
  root,
  sql,
} from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

// A day begins there ten hours before it does in UTC, whatever the season.
const TIME_ZONE = 'Pacific/Honolulu'
const day = '2026-03-04'
const moments = {
  before: '2026-03-04T09:59:59.999Z',
  first: '2026-03-04T10:00:00.000Z',
  last: '2026-03-05T09:59:59.999Z',
  after: '2026-03-05T10:00:00.000Z',
}

let world: World
beforeAll(async () => {
  world = await makeWorld({ TIME_ZONE })
})

async function makeProposal(): Promise<{ id: number }> {
  const { headers } = await makeToken(world, ['read', 'propose'])
  const body = { title: `Crash ${Math.random()}`, signal_type: 'problem', direction_slug: 'utilities' }
  return (await world.send('POST', `${root}/signals`, body, headers)).body.proposal
}

// A kind: its path, table and maker, and what happens to its records.
const kinds = [
  ['signals', 'signals', () => makeSignal(world), ['created', 'resolved']],
  ['insights', 'insights', () => makeInsight(world), ['created']],
  ['economics', 'economics', () => makeEconomics(world), ['created']],
  ['decisions', 'decisions', () => makeDecision(world), ['created']],
  ['tasks', 'tasks', () => makeTask(world), ['created', 'done']],
  ['canon-rules', 'canon_rules', () => makeRule(world), ['created']],
  ['proposals', 'proposals', makeProposal, ['created']],
] as const

describe.each(kinds)('the list of %s', (path, table, make, events) => {
  it.each(events)('selects those %s on days of the time zone', async (event) => {
    const ids: Record<string, number> = {}
    for (const [name, time] of Object.entries(moments)) {
      const { id } = await make()
      ids[name] = id
      await sql(world, `update ${table} set ${event}_at = $2 where id = $1`, id, time)
    }
    const found = async (query: string) => {
      const { status, body } = await world.send('GET', `${root}/${path}?${query}`)
      expect([status, body.errors]).toEqual([200, undefined])
      const rows = Object.values(body).find(Array.isArray) as { id: number }[]
      return rows.map(({ id }) => id).sort((one: number, other: number) => one - other)
    }
    expect(await found(`${event}_from=${day}&${event}_to=${day}`)).toEqual([ids.first, ids.last])
    expect(await found(`${event}_to=${day}`)).toEqual([ids.before, ids.first, ids.last])
    expect(await found(`${event}_from=${day}&${event}_to=2026-03-05`)).toEqual([
      ids.first,
      ids.last,
      ids.after,
    ])
    const browser = await signIn(world, await makePerson(world))
    const list = `/admin/${path}?${event}_from=${day}&${event}_to=${day}`
    const { status, body } = await browser.get(list)
    expect(status).toBe(200)
    expect(body).toContain(`name="${event}_from"`)
    const shown = [...body.matchAll(/<th scope="row"[^>]*><a href="[^"]*\/(\d+)"/g)].map(([, id]) =>
      Number(id),
    )
    expect(shown.toSorted((one, other) => one - other)).toEqual([ids.first, ids.last])
  })

  it('rejects what is not a day, and a last day before the first', async () => {
    const { status, body } = await world.send('GET', `${root}/${path}?created_from=monday`)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['created_from']])
    const turned = await world.send('GET', `${root}/${path}?created_from=2026-03-04&created_to=2026-03-03`)
    expect([turned.status, turned.body.errors]).toEqual([
      422,
      { created_to: ['The created to field must be a date after or equal to created from.'] },
    ])
  })
})

it('the list of proposals selects those that were decided on days of the time zone', async () => {
  const ids: number[] = []
  for (const time of Object.values(moments)) {
    const { id } = await makeProposal()
    ids.push(id)
    await sql(world, `update proposals set status = 'rejected', decided_at = $2 where id = $1`, id, time)
  }
  const { body } = await world.send('GET', `${root}/proposals?decided_from=${day}&decided_to=${day}`)
  expect(body.proposals.map(({ id }: { id: number }) => id)).toEqual([ids[2], ids[1]])
})
