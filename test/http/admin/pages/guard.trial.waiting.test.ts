import { setTimeout } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { copyWrites } from '../../../support/copied-writes.ts'
import { makeGuardedWorld } from '../../../support/guarded-world.ts'
import { hold } from '../../../support/hold.ts'
import { makeApp, makeRule } from '../../../support/makers.ts'

let made: Awaited<ReturnType<typeof makeGuardedWorld>>
let address: string
beforeAll(async () => {
  made = await makeGuardedWorld()
  await copyWrites(made.world, 480)
  await makeApp(made.world)
  address = `/admin/canon-rules/${(await makeRule(made.world)).id}/guard`
  await made.admin.get(address)
})

const test = (guard_when: string) => made.admin.post(address, { guard_when, guard_effect: 'warn', test: '1' })
/** Makes each test wait that reads apps of the past. */
const holdTests = () => hold(made.world.url, 'lock table apps in access exclusive mode')

it('answers 409 to another test while a test runs, and gives the same test its result', async () => {
  const lock = await holdTests()
  const first = test('true')
  await lock.waitForBlocked(1)
  const other = await test('false')
  expect(other.status).toBe(409)
  expect(other.body).toContain('Another test is running. It ends within 5 seconds: test again then.')
  const again = test('true')
  await setTimeout(100)
  await lock.release()
  const [one, two] = await Promise.all([first, again])
  expect([one.status, two.status]).toEqual([200, 200])
  const result = ({ body }: { body: string }) => /id="trial"[\s\S]*?id="stored"/.exec(body)?.[0]
  expect(result(one)).toContain('Of 48')
  expect(result(one)).toBe(result(two))
  expect((await test('false')).status).toBe(200)
})

it('stops after 5 seconds, and says how far it came', async () => {
  const lock = await holdTests()
  const stopped = test('true')
  await lock.waitForBlocked(1)
  await setTimeout(4600)
  await lock.release()
  const { status, body } = await stopped
  expect(status).toBe(200)
  expect(body).toMatch(/The time did not suffice: the test stopped after \d+ writes, at/)
  expect(body).toContain('Of 200 writes of the last 90 days')
})
