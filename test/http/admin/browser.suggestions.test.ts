import { beforeAll, expect, it } from 'vitest'
import { signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { makeDecision, makeProduct, makeSignal, root, sql } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

describeInBrowser('a suggestion of a record that is renamed before the form is sent', (browser) => {
  let world: World
  let open: OpenPage
  beforeAll(async () => {
    world = await makeWorld()
    open = await pageOpener(world, browser, await signIn(world, await makePerson(world)))
  })

  it.each([
    ['Retention (cohort 31)', 'Retention'],
    ['Crash', 'Crash on start'],
  ])('is saved as evidence: %s', async (title, renamed) => {
    const signal = await makeSignal(world, { title })
    const decision = await makeDecision(world, {})
    const page = await open(`/admin/decisions/${decision.id}/edit`)
    const control = page.locator('#field-evidence')
    await control.pressSequentially(title.slice(0, 4))
    const key = `signal ${signal.id}`
    await page.locator(`#field-evidence-options option[data-key="${key}"]`).waitFor({ state: 'attached' })
    await control.fill(`${title} (${key})`)
    await sql(world, 'update signals set title = $2 where id = $1', signal.id, renamed)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Decision saved.').waitFor()
    const { body } = await world.send('GET', `${root}/decisions/${decision.id}`)
    expect(body.decision.evidence).toMatchObject([{ type: 'signal', id: signal.id }])
  })

  it.each([
    ['at once', 'Fast Compass'],
    ['after a reload', 'Slow Compass'],
  ])('is saved as a reference, %s', async (when, name) => {
    const product = await makeProduct(world, { name })
    const page = await open('/admin/tasks/new')
    await page.locator('#field-title').fill(`Point north ${when}`)
    const control = page.locator('#field-product_slug')
    await control.pressSequentially(name.slice(0, 4))
    await page
      .locator(`#field-product_slug-options option[data-key="product ${product.id}"]`)
      .waitFor({ state: 'attached' })
    await control.fill(name)
    await sql(world, `update products set name = 'Compass ' || id where id = $1`, product.id)
    if (when !== 'at once') {
      await page.reload()
      await page.getByText('Your unsaved input was restored.').waitFor()
    }
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('Task created.').waitFor()
    const stored = await sql(world, 'select product_id from tasks where title = $1', `Point north ${when}`)
    expect(stored).toEqual([{ product_id: product.id }])
  })
})
