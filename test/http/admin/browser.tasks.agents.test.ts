import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../../support/browser.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { makeInsight, makeProduct, makeRule, makeToken, root, sql } from '../../support/makers.ts'
import { makeProposalsWorld, type ProposalsWorld, signal } from '../../support/proposals-world.ts'
import { settled } from '../../support/settled.ts'
import { person } from '../../support/steps.ts'

describeInBrowser('from the dashboard, an admin', (browser) => {
  let made: ProposalsWorld
  let open: OpenPage
  beforeAll(async () => {
    made = await makeProposalsWorld()
    open = await pageOpener(made.world, browser, made.admin)
  })

  const side = (page: Page) => page.locator('nav.side')
  const product = async (slug: string) =>
    (await made.world.send('GET', `${root}/products/${slug}`)).body.product

  it('reviews what agents wrote, and reverts the risky change among 205 others', async () => {
    const agent = await makeToken(made.world)
    await makeProduct(made.world, { name: 'Walk', direction_slug: 'fitness' })
    const before = (await product('walk')).portfolio_status
    await made.world.send('PATCH', `${root}/products/walk`, { portfolio_status: 'frozen' }, agent.headers)
    for (let number = 1; number <= 205; number++)
      await made.world.send(
        'POST',
        `${root}/insights`,
        { product_slug: 'walk', title: `Point ${number}`, body: 'Small.' },
        agent.headers,
      )
    const page = await open('/admin')
    const { click, steps } = person(page)
    await click(/^Review/, 'link', side(page))
    await click(/^Select: 1 product of Walk/, 'checkbox')
    await click('Revert', 'button')
    await page.getByRole('heading', { name: 'Revert 1 change' }).waitFor()
    await click('Revert', 'button')
    await page.getByText('1 change reverted.').waitFor()
    expect((await product('walk')).portfolio_status).toBe(before)
    expect(await steps()).toEqual({ clicks: 4, loads: 3 })
  })

  it('approves a rule of the company', async () => {
    const { id } = await makeRule(made.world, { title: 'Freeze after a quarter' })
    const page = await open('/admin')
    const { click, steps } = person(page)
    await click('Freeze after a quarter')
    await click('Approve', 'button')
    await page.getByText('approved').first().waitFor()
    expect((await made.world.send('GET', `${root}/canon-rules/${id}`)).body.rule).toMatchObject({
      trusted: true,
    })
    expect(await steps()).toEqual({ clicks: 2, loads: 2 })
  })

  it('decides three proposals of an agent, one of them risky', async () => {
    const risky = await made.propose('PATCH', '/products/run', { portfolio_status: 'sunset' })
    const harmless = [
      await made.propose('POST', '/signals', { ...signal, title: 'Slow' }),
      await made.propose('POST', '/signals', { ...signal, title: 'Loud' }),
    ]
    const page = await open('/admin')
    const { click, steps } = person(page)
    await click(/^Proposals/, 'link', side(page))
    await page.getByRole('row', { name: /Run.*Risky.*→ Sunset/ }).waitFor()
    for (const title of ['Slow', 'Loud']) await click(`Tick: ${title}`, 'checkbox')
    await click('Approve', 'button')
    await page.getByText('Approved: 2 of 2').waitFor()
    await page.goBack()
    await click('Tick: Run', 'checkbox')
    await page.getByLabel('Note').fill('It earns well.')
    await click('Reject', 'button')
    await page.getByText('Rejected: 1 of 1').waitFor()
    expect(await Promise.all([risky, ...harmless].map(async (id) => (await made.read(id)).status))).toEqual([
      'rejected',
      'applied',
      'applied',
    ])
    expect(await steps()).toEqual({ clicks: 6, loads: 4 })
  })

  it('creates a token that is safe, with the configuration of the client', async () => {
    const page = await open('/admin')
    const { click, unfold, choose, steps } = person(page)
    await unfold('Administration')
    await click('Agent tokens', 'link', side(page))
    await page.locator('[name=agent]').fill('Night watch')
    await choose('[name=client]', 'cursor')
    await click('Create', 'button')
    await page.getByRole('heading', { name: 'Agent token created' }).waitFor()
    expect(await sql(made.world, `select abilities, direct from tokens where name = 'Night watch'`)).toEqual([
      { abilities: ['read', 'propose'], direct: ['signal', 'insight'] },
    ])
    expect(await steps()).toEqual({ clicks: 4, loads: 1 })
  })

  it('undoes a change of an agent, and restores what was deleted', async () => {
    const agent = await makeToken(made.world)
    await made.world.send('PATCH', `${root}/products/run`, { next_step: 'Close it' }, agent.headers)
    await settled(made.world)
    const page = await open('/admin')
    const { click, steps } = person(page)
    await click('Activity', 'link', side(page))
    await click('Revert')
    await click('Revert', 'button')
    await page.getByText('reverted').first().waitFor()
    expect((await product('run')).next_step).toBeNull()
    expect(await steps()).toEqual({ clicks: 3, loads: 3 })
    const { admin } = made.people
    const { body } = await admin.send('POST', '/companies', { name: 'Contoso' })
    const company = `/companies/${body.data.id}`
    await admin.send('DELETE', company)
    await settled(made.world)
    await page.goto('/admin')
    const before = await steps()
    await click('Activity', 'link', side(page))
    await click('Restore')
    await click('Restore', 'button')
    await page.getByText('restored').first().waitFor()
    expect((await admin.send('GET', company)).status).toBe(200)
    const after = await steps()
    expect([after.clicks - before.clicks, after.loads - before.loads]).toEqual([3, 2])
  })

  it('undoes the last hour of an agent', async () => {
    const agent = await makeToken(made.world)
    await makeInsight(made.world, { title: 'Old', product_slug: 'run' })
    for (const title of ['One', 'Two'])
      await made.world.send(
        'POST',
        `${root}/insights`,
        { product_slug: 'run', title, body: 'B.' },
        agent.headers,
      )
    const page = await open('/admin')
    const { click, steps } = person(page)
    await click('2', 'link', page.getByRole('row', { name: agent.name }))
    await click('Last hour')
    await click('Undo these changes')
    await click('All or nothing', 'button')
    await page.getByText('undone').first().waitFor()
    expect(
      await sql(
        made.world,
        `select title from insights where title in ('One', 'Two') and retracted_at is null`,
      ),
    ).toEqual([])
    expect(await steps()).toEqual({ clicks: 4, loads: 4 })
  })

  it('writes a guard, and sees what it would have caught', async () => {
    const { id } = await makeRule(made.world, { title: 'No sudden end' })
    const page = await open(`/admin/canon-rules/${id}`)
    const { click, choose, steps } = person(page)
    await click('Add guard')
    await page
      .locator('[name=guard_when]')
      .fill(`write.kind == 'product' && after.portfolio_status == 'frozen'`)
    await choose('[name=guard_effect]', 'propose')
    await click('Test', 'button')

    await page.getByText('1 would have been held for a person').waitFor()
    await click('Save', 'button')
    await page.getByText('saved').first().waitFor()
    expect(await steps()).toEqual({ clicks: 4, loads: 3 })
  })
})
