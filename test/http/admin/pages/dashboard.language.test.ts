import { beforeAll, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makeProduct, makeTask, root } from '../../../support/makers.ts'
import { makeApplication } from '../../../support/operations.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const inRussian = { 'accept-language': 'ru' }

let world: World
let browser: Browser

beforeAll(async () => {
  world = await makeWorld()
  const admin = await makePerson(world)
  browser = await signIn(world, admin)
  const { slug: product_slug } = await makeProduct(world)
  await makeTask(world, { product_slug, priority: 'high', due_at: '2020-01-02', title: 'Late' })
  await makeApplication(admin, { name: 'Scanner' })
})

it('says what needs attention in the language of the person, and in English to programs', async () => {
  const { body } = await browser.get('/admin', inRussian)
  expect(body).toContain('Закончить задачу, срок — 2 янв. 2020 г.')
  expect(body).toContain('«Scanner»: нет ответственного')
  expect((await browser.get('/admin')).body).toContain('Finish the task, due on 2 Jan 2020.')
  const { need_attention } = (await world.send('GET', `${root}/summary`)).body
  expect(need_attention).toMatchObject([{ recommended_action: 'Finish the task, due on 2020-01-02.' }])
  expect(need_attention[0]).not.toHaveProperty('facts')
})

it('counts by the rules of Russian', async () => {
  const { body } = await browser.get('/admin', inRussian)
  expect(body).toContain('1 вопрос требует внимания')
  expect(body).toContain('в 1 продукте')
})
