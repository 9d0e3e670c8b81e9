import axe from 'axe-core'
import { beforeAll, expect, it } from 'vitest'
import { type Browser, signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { faultsOf } from '../../support/browser-faults.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { makeProduct, makeToken, root, sql } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { storeProposals } from '../../support/stored-proposals.ts'
import { makeWorld, type World } from '../../support/world.ts'

describeInBrowser('the record of an agent', (browser) => {
  let world: World
  let admin: Browser
  let open: OpenPage
  let token: Awaited<ReturnType<typeof makeToken>>
  beforeAll(async () => {
    world = await makeWorld()
    admin = await signIn(world, await makePerson(world))
    open = await pageOpener(world, browser, admin)
    await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
    token = await makeToken(world, ['read', 'propose'], null, ['insight'])
    await sql(world, 'update tokens set name = $1 where id = $2', `🤖 ${'longname'.repeat(25)}`, token.id)
    await storeProposals(world, token, 24)
    await storeProposals(world, token, 1, { status: 'rejected' })
    await storeProposals(world, token, 3, { kind: 'canon_rule', edited: true })
    await storeProposals(world, token, 2, { kind: 'canon_rule', status: 'expired' })
    for (const confidence_level of ['low', 'verified']) {
      const body = { product_slug: 'run', title: `Guess ${confidence_level}`, body: 'So.', confidence_level }
      await world.send('POST', `${root}/insights`, body, token.headers)
    }
    await sql(
      world,
      `update history set created_at = now() - interval '8 days' where record_type = 'insight'`,
    )
  })

  const page = () => `/admin/api-agent-tokens/${token.id}`
  const stored = async () =>
    (await sql(world, 'select direct from tokens where id = $1', token.id))[0]?.direct

  it('is accessible in light and dark, and not wider than a phone, with a record and without', async () => {
    const empty = await makeToken(world)
    const faults: string[] = []
    for (const path of [page(), `${page()}/edit`, `/admin/api-agent-tokens/${empty.id}`]) {
      const opened = await open(path, { bypassCSP: true })
      await opened.evaluate(axe.source)
      faults.push(...(await faultsOf(opened)))
    }
    expect(faults).toEqual([])
  })

  it('suggests a kind, whose form is saved once by a double click, and by keys without a script', async () => {
    const opened = await open(page())
    await opened.getByRole('link', { name: 'Allow signals directly' }).click()
    await opened.getByRole('heading', { name: /^Edit:/ }).waitFor()
    expect(await stored()).toEqual(['insight'])
    await opened.getByRole('button', { name: 'Save', exact: true }).dblclick()
    await opened.getByText('Agent token saved.').waitFor()
    expect(await stored()).toEqual(['signal', 'insight'])
    const entries = `select count(*)::int as n from history where record_type = 'token' and record_id = $1`
    expect((await sql(world, entries, token.id))[0]?.n).toBe(1)

    const plain = await open(`${page()}/edit`, { javaScriptEnabled: false })
    await plain.getByRole('checkbox', { name: 'insight' }).focus()
    await plain.keyboard.press('Space')
    await plain.keyboard.press('Enter')
    await plain.getByText('Agent token saved.').waitFor()
    expect(await stored()).toEqual(['signal'])
  })
})
