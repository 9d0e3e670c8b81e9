import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayText } from '../../../../http/admin/html/time.ts'
import { digestMessage } from '../../../../src/notifications/digest/digest.ts'
import type { NotificationSettings } from '../../../../src/notifications/settings.ts'
import { daysAfter } from '../../../../src/record/rules/period.ts'
import { todayIn } from '../../../../src/record/time-zone.ts'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makeExpecting } from '../../../support/due-verdicts.ts'
import { makeProduct, root, sql } from '../../../support/makers.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { countBeside, myDay, partsOf } from '../../../support/work-world.ts'
import { makeWorld, type World } from '../../../support/world.ts'

// The date there is not the date in UTC, at any hour.
const TIME_ZONE = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
const today = todayIn(TIME_ZONE)
const yesterday = daysAfter(today, -1)

let world: World
let owner: TestUser
let browser: Browser
beforeAll(async () => {
  world = await makeWorld({ TIME_ZONE })
  owner = await makePerson(world, 'manager')
  browser = await signIn(world, owner)
  await makeProduct(world)
})
beforeEach(() => sql(world, 'delete from decisions'))

const expecting = (days: string[], fields = {}) =>
  makeExpecting(world, days, { owner: owner.name, ...fields })
const page = () => browser.get(myDay)
const shown = async () => (await page()).body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

describe('a due verdict in My day', () => {
  it('is overdue work of the owner from the day after, with the way to the form of the outcome', async () => {
    const { id } = await expecting([yesterday], { title: 'Grow', owner: owner.email })
    await expecting([today], { title: 'Not yet' })
    await expecting([yesterday], { title: 'Of another', owner: 'Boris' })
    expect(partsOf(await page())).toEqual({ Overdue: ['Grow'] })
    expect(await shown()).toContain(`Grow Verdict of decision due ${dayText(yesterday)} Overdue Judge`)
    const { body } = await page()
    expect(body).toContain(`href="/admin/decisions/${id}#outcome"`)
    expect(body).not.toContain(`/my-day/decisions/${id}/`)
    expect(countBeside(await page(), myDay)).toBe('1')
    expect((await browser.get('/admin')).body).toMatch(/Verdict of decision/)
  })

  it('stands for the review of the decision too, until it is judged', async () => {
    const { id } = await expecting([yesterday], { title: 'Both', review_at: daysAfter(today, -40) })
    expect(partsOf(await page())).toEqual({ Overdue: ['Both'] })
    expect(await shown()).toContain(`Verdict of decision due ${dayText(yesterday)}`)
    await world.send('PATCH', `${root}/decisions/${id}`, { outcome: 'met', status: 'active' })
    expect(await shown()).toContain(`Review of decision due ${dayText(daysAfter(today, -40))}`)
    await world.send('PATCH', `${root}/decisions/${id}`, { status: 'reviewed' })
    expect(partsOf(await page())).toEqual({})
  })

  it('ends with the decision', async () => {
    const { id } = await expecting([yesterday])
    await world.send('PATCH', `${root}/decisions/${id}`, { status: 'cancelled' })
    expect(partsOf(await page())).toEqual({})
    expect(countBeside(await page(), myDay)).toBeUndefined()
  })
})

it('the digest of a day lists a due verdict, which the dashboard shows as well', async () => {
  const { id } = await expecting([yesterday], { title: 'Grow 🧭' })
  const links = {
    publicUrl: () => 'http://ops.test',
    pagePath: (record: unknown) => (typeof record === 'string' ? `/${record}` : `/admin/decisions/${id}`),
  } as Pick<NotificationSettings, 'publicUrl' | 'pagePath'>
  const { read } = world.database
  expect(await digestMessage(read, links, today, 'en')).toContain(
    `- high: Grow 🧭\n  http://ops.test/admin/decisions/${id}`,
  )
  expect(await digestMessage(read, links, yesterday, 'en')).toContain('Nothing needs attention.')
  expect((await browser.get('/admin')).body).toContain(
    `Judge the outcome, expected by ${dayText(yesterday)}.`,
  )
})
