import { expect } from 'vitest'
import { todayIn } from '../../src/record/time-zone.ts'
import type { Browser } from './admin.ts'
import { storeClicks } from './clicks.ts'
import { makeGuardedRule } from './guarded-world.ts'
import { makeApp, makeDecision, makeProduct, makeSignal, makeTask, makeToken, root, sql } from './makers.ts'
import type { World } from './world.ts'

let filled = 0

/** Fills the running week: people decide, work and review, agents write and propose, and a canon rule holds a write. */
export async function fillWeek(world: World, browser: Browser): Promise<void> {
  const nth = ++filled
  const { slug: product_slug } = await makeProduct(world, { name: `Torch ${nth}`, portfolio_status: 'core' })
  const { slug: app_slug } = await makeApp(world)
  if (nth === 1) await storeClicks(world)
  for (const title of ['One', 'Two', 'Three']) {
    const rationale = `Because of ${title}. ${'x'.repeat(400)}`
    await makeDecision(world, { title: `${title} ${nth}`, product_slug, rationale })
  }
  for (const severity of ['critical', 'critical', 'low'])
    await makeSignal(world, { severity, title: `${severity} ${Math.random()}` })
  const { id: solved } = await makeSignal(world)
  await world.send('PATCH', `${root}/signals/${solved}`, { status: 'resolved', resolution: 'Fixed' })
  for (let count = 0; count < 12; count++)
    await makeTask(world, { due_at: '2026-01-02', title: `Late ${nth} ${count}` })
  for (let count = 0; count < 2; count++) {
    const { id } = await makeTask(world)
    await world.send('PATCH', `${root}/tasks/${id}`, { status: 'done' })
  }
  for (const by of ['2026-01-31', todayIn('Pacific/Honolulu', -1)])
    await makeDueVerdict(world, product_slug, by)
  const { id: idle } = await makeProduct(world, { name: `Idle ${nth}`, portfolio_status: 'next' })
  await sql(world, `update products set updated_at = now() - interval '40 days' where id = $1`, idle)
  await writeAndPropose(world, browser, app_slug, nth)
}

// A decision of the past expected that clicks rise.
async function makeDueVerdict(world: World, product_slug: string, by: string) {
  const expectation = { metric: 'clicks', direction: 'up', at_least: 20, by: '2099-01-31' }
  const { id } = await makeDecision(world, {
    title: `Expected by ${by} ${filled}`,
    product_slug,
    expected: [expectation],
  })
  await sql(
    world,
    `update decisions set created_at = '2025-12-20', expected = jsonb_set(expected, '{0,by}', to_jsonb($2::text)) where id = $1`,
    id,
    by,
  )
}

async function writeAndPropose(world: World, browser: Browser, app_slug: string, nth: number) {
  const direct = await makeToken(world)
  const send = async (path: string, body: object, headers: Record<string, string>) => {
    const answer = await world.send('POST', `${root}/${path}`, body, headers)
    expect(answer.body.errors).toBeUndefined()
    return answer.body
  }
  const risk = (title: string) => ({ title: `${title} ${nth}`, signal_type: 'risk', app_slug })
  const kept = (await send('signals', risk('Kept'), direct.headers)).signal.id
  const withdrawn = (await send('signals', risk('Withdrawn'), direct.headers)).signal.id
  await world.send('PATCH', `${root}/signals/${kept}`, { severity: 'critical' }, direct.headers)
  const [entry] = await sql(
    world,
    `select id from history where record_type = 'signal' and record_id = $1`,
    withdrawn,
  )
  await browser.post('/admin/review', { action: 'revert-confirmed', ids: String(entry?.id) })
  const guard = {
    guard_effect: 'propose',
    guard_when: "write.kind == 'insight' && write.actor == 'agent'",
  }
  const { id: rule } = await makeGuardedRule(world, browser, guard, { title: `People decide ${nth}` })
  await send('insights', { title: `Guess ${nth}`, body: 'So.', app_slug }, direct.headers)
  const { headers } = await makeToken(world, ['read', 'propose'])
  const proposals: number[] = []
  for (const title of ['Applied', 'Rejected', 'Waiting'])
    proposals.push((await send('signals', risk(title), headers)).proposal.id)
  await world.send('PATCH', `${root}/canon-rules/${rule}`, { body: 'Another text.' }, headers)
  await send('canon-rules', { title: `Wanted ${nth}`, rule_type: 'freeze-policy', body: 'Freeze.' }, headers)
  await browser.confirm(`/admin/proposals/${proposals[0]}/approve`)
  await browser.confirm(`/admin/proposals/${proposals[1]}/reject`, { note: 'No' })
}
