import { monitorEventLoopDelay } from 'node:perf_hooks'
import { beforeAll, expect, it } from 'vitest'
import { copyWrites } from '../../../support/copied-writes.ts'
import { makeGuardedWorld } from '../../../support/guarded-world.ts'
import { makeRule } from '../../../support/makers.ts'

let made: Awaited<ReturnType<typeof makeGuardedWorld>>
let address: string
beforeAll(async () => {
  made = await makeGuardedWorld()
  await copyWrites(made.world, 10_400)
  address = `/admin/canon-rules/${(await makeRule(made.world)).id}/guard`
})

it.for(['true', `write.action == 'change' && before.severity != after.severity`])(
  'tries 10,000 writes within 5 seconds while other pages are answered: %s',
  async (guard_when) => {
    await made.admin.get(address)
    const delay = monitorEventLoopDelay({ resolution: 5 })
    const start = performance.now()
    let isRunning = true
    const test = made.admin.post(address, { guard_when, guard_effect: 'refuse', test: '1' }).finally(() => {
      isRunning = false
    })
    delay.enable()
    const times: number[] = []
    while (isRunning) {
      const sent = performance.now()
      expect((await made.manager.get('/admin/tasks?per_page=10')).status).toBe(200)
      times.push(performance.now() - sent)
    }
    const { body } = await test
    delay.disable()
    expect(performance.now() - start).toBeLessThan(5000)
    expect(body).toContain('Of 10,000 writes of the last 90 days')
    expect(body).toContain('There were more than 10,000 writes in 90 days; older ones were not tried.')
    expect(body).not.toContain('The time did not suffice')
    expect(Math.max(...times)).toBeLessThan(1000)
    expect(delay.percentile(99) / 1e6).toBeLessThan(250)
  },
)
