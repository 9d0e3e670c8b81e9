import { todayIn } from '../../src/record/time-zone.ts'
import { type AdminPage, signIn } from './admin.ts'
import { makeDecision, makeProduct, makeTask } from './makers.ts'
import { makeApplication, makeStrategy } from './operations.ts'
import { makePerson } from './people.ts'
import { makeWorld } from './world.ts'

/** The page of the work of a person. */
export const myDay = '/admin/my-day'

/** Returns the day that is `days` after today. */
export const day = (days: number) => todayIn('UTC', days)

/** A world with the work of the manager Anna: `made` has the ids of its records. */
export async function makeWorkWorld() {
  const world = await makeWorld()
  const anna = await makePerson(world, 'manager')
  const boss = await makePerson(world, 'admin')
  const browser = await signIn(world, anna)
  const admin = await signIn(world, boss)
  const made: Record<string, number> = {}
  const product = await makeProduct(world, { name: 'Сканер' })
  const task = async (name: string, fields: object) => {
    made[name] = (await makeTask(world, { title: name, product_slug: product.slug, ...fields })).id
  }
  const mine = { owner: anna.name.toUpperCase() }
  await task('Late', { ...mine, due_at: day(-2) })
  await task('By mail', { owner: anna.email, due_at: day(6) })
  await task('Later', { ...mine, due_at: day(7) })
  await task('Without a day', mine)
  await task('Finished', { ...mine, due_at: day(-2), status: 'done' })
  await task('Of another', { owner: 'Boris', due_at: day(-2) })
  await task('Blocked', { ...mine, blocked_by: 'The answer of Apple' })
  await task('Behind', { ...mine, due_at: day(-1), blocked_by: made['Of another'] })
  const decision = await makeDecision(world, {
    title: 'Grow in Poland',
    owner: anna.name,
    review_at: day(0),
    product_slug: product.slug,
    tasks: [{ title: 'Translate', owner: 'Boris' }],
  })
  made.decision = decision.id
  await makeDecision(world, { title: 'Cancelled', owner: anna.name, review_at: day(0), status: 'cancelled' })
  await admin.get('/admin/service-tasks/new')
  const service = await admin.post('/admin/service-tasks/new', {
    title: 'Renew the certificate',
    assignee: anna.name,
    due_at: day(1),
    status: 'open',
    priority: 'critical',
  })
  made.service = Number(service.location?.split('/').at(-1))
  const strategy = await makeStrategy(boss, {
    name: 'Autumn',
    status: 'active',
    ends_on: day(-3),
    owner_id: anna.id,
    application_id: (await makeApplication(boss)).id,
  })
  made.strategy = strategy.id
  return { world, anna, browser, admin, product, made }
}

/** Returns the titles of the entries of each part of the page, by its heading. */
export function partsOf({ body }: Pick<AdminPage, 'body'>): Record<string, string[]> {
  const parts = body.matchAll(
    /<section class="part work"[\s\S]*?<h2[^>]*>([\w ]+?) <span[\s\S]*?<\/section>/g,
  )
  return Object.fromEntries(
    [...parts].map(([part, heading = '']) => [
      heading,
      [...part.matchAll(/<div class="what"><a [^>]*>([^<]*)<\/a>/g)].map(([, title = '']) => title),
    ]),
  )
}

/** Returns the number beside a link of the navigation. */
export const countBeside = ({ body }: AdminPage, href: string) =>
  new RegExp(`<a href="${href}"[^>]*>[^<]*<span class="count">([^<]*)<`).exec(body)?.[1]
