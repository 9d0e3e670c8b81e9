import { beforeAll, beforeEach, expect, it } from 'vitest'
import { countsOn, uploadCsv } from '../../../support/csv-upload.ts'
import { exampleGuards, makeGuardedWorld } from '../../../support/guarded-world.ts'
import { makeApp, makeProduct } from '../../../support/makers.ts'

let made: Awaited<ReturnType<typeof makeGuardedWorld>>
beforeAll(async () => {
  made = await makeGuardedWorld()
})
beforeEach(() => made.archiveRules())

async function importBy(browser: 'admin' | 'manager', kind: string, lines: string[]) {
  const uploaded = await uploadCsv(made.world, made[browser], kind, lines.join('\n'))
  await made[browser].post(uploaded.action)
  const { body } = await made[browser].get(uploaded.action)
  return { preview: countsOn(uploaded.body), result: countsOn(body), body }
}

it('rejects the lines of products that a guard refuses, in the preview too, and stores the others', async () => {
  const message = 'A frozen product is not scaled.'
  await made.guardedRule({ guard_when: exampleGuards.frozen, guard_effect: 'refuse', guard_message: message })
  const frozen = await makeProduct(made.world, { portfolio_status: 'frozen', name: 'Frozen' })
  const core = await makeProduct(made.world, { portfolio_status: 'core', name: 'Core' })
  const { preview, result, body } = await importBy('admin', 'products', [
    'slug,name,direction_slug,product_focus,portfolio_status',
    `${frozen.slug},,,scale,`,
    `${core.slug},,,scale,`,
    ',New and frozen,utilities,scale,frozen',
    ',New and candidate,utilities,scale,',
  ])
  expect(preview).toMatchObject({ 'To be created': 1, 'To be changed': 1, Rejected: 2 })
  expect(result).toMatchObject({ Created: 1, Changed: 1, Rejected: 2 })
  expect(body).toContain(message)
  const { product } = (await made.send('GET', `/products/${frozen.slug}`)).body
  expect(product.product_focus).toBe('assess-development')
})

it('rejects what a person must decide on, without a proposal, unless an admin imports it', async () => {
  const product = await makeProduct(made.world)
  const app = await makeApp(made.world, {
    product_slug: product.slug,
    name: 'Kept',
    implementation_status: 'idea',
  })
  const guard_when = `write.kind == 'app' && before != null && before.implementation_status == 'idea' && 'implementation_status' in write.fields && product.slug == '${product.slug}'`
  await made.guardedRule({ guard_when, guard_effect: 'propose' })
  const lines = ['slug,implementation_status,portfolio_note', `${app.slug},released,Note`]
  const held = await importBy('manager', 'apps', lines)
  expect(held.preview).toMatchObject({ 'To be changed': 0, Rejected: 1 })
  expect(held.result).toMatchObject({ Changed: 0, Rejected: 1 })
  expect((await made.send('GET', '/proposals')).body.proposals).toEqual([])
  expect(
    (await importBy('manager', 'apps', ['slug,portfolio_note', `${app.slug},Note`])).result,
  ).toMatchObject({ Changed: 1 })
  expect((await importBy('admin', 'apps', lines)).result).toMatchObject({ Changed: 1, Rejected: 0 })
})
