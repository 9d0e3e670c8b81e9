import { beforeAll, describe, expect, it } from 'vitest'
import { submittedValues } from '../../../../http/admin/form/submitted.ts'
import type { Browser } from '../../../support/admin.ts'
import { type AdminWorld, makeAdminWorld } from '../../../support/admin-world.ts'
import { processorTime } from '../../../support/processor-time.ts'

// Usually a tenth of it. A form that is read in quadratic time takes many times as long.
const maxMs = 2000
const names = (count: number, separator: string) =>
  Array.from({ length: count }, (_, number) => number.toString(36)).join(separator)

let world: AdminWorld
beforeAll(async () => {
  world = await makeAdminWorld()
})

async function post(browser: Browser, path: string, fields: Record<string, string>) {
  let status = 0
  const time = await processorTime(async () => {
    status = (await browser.post(path, fields)).status
  })
  return { status, isFast: time < maxMs }
}

describe('a form of 250 kB', () => {
  it.each([
    ['digits as evidence', { evidence: `${'1'.repeat(250_000)}x` }],
    ['spaces and digits as evidence', { evidence: `${'# 1'.repeat(40_000)}x` }],
    ['many records as evidence', { evidence: '1,'.repeat(60_000) }],
    ['check boxes', { _checkboxes: names(43_000, ',') }],
  ])('is validated at once: %s', async (_, fields) => {
    const decision = `/admin/decisions/${world.made.decisions?.[0]}/edit`
    await world.admin.get(decision)
    expect(await post(world.admin, decision, fields as never)).toEqual({ status: 422, isFast: true })
    await world.user.get('/admin/api-token')
    expect(await post(world.user, '/admin/api-token/new', fields as never)).toEqual({
      status: 422,
      isFast: true,
    })
  })

  it('has at most 100 check boxes', () => {
    expect(Object.keys(submittedValues({ _checkboxes: names(43_000, ',') }))).toHaveLength(100)
  })

  it('is rejected with 413 if it has more than 1,000 fields', async () => {
    const fields = Object.fromEntries(
      names(40_000, ',')
        .split(',')
        .map((name) => [name, '']),
    )
    expect(await post(world.user, '/admin/api-token/new', fields)).toEqual({ status: 413, isFast: true })
  })
})

it('answers repeated parameters of a query at once', async () => {
  for (const pair of ['status=open', 'q=a', 'xx=']) {
    const query = `${pair}&`.repeat(Math.floor(15_000 / pair.length))
    const time = await processorTime(async () => {
      for (const path of ['signals', 'search', 'activity', 'api-request-logs'])
        await world.admin.get(`/admin/${path}?${query}`)
    })
    expect(time).toBeLessThan(maxMs)
  }
})
