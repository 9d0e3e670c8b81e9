import { describe, expect, it } from 'vitest'
import { makeTask } from '../../support/makers.ts'
import { settled } from '../../support/settled.ts'
import { makeWorld } from '../../support/world.ts'
import { callTool, toolDependencies } from '../call-tool.ts'
import { fill } from '../world.ts'

const world = await makeWorld()
await fill(world)
const list = async (args: object) => (await callTool(toolDependencies(world), 'list_changes', args)).content
const seqsOf = (changes: { seq: number }[]) => changes.map(({ seq }) => seq)

describe('list_changes', () => {
  it('returns every change once, whatever the limit', async () => {
    for (let number = 0; number < 300; number++)
      await makeTask(world, { title: `Task ${number}`, product_slug: 'qr-scanner' })
    await settled(world)
    const all: number[] = []
    for (let since = '', more = true; more; ) {
      const path = `/api/portfolio/changes?limit=200${since && `&since=${since}`}`
      const { body } = await world.send('GET', path)
      all.push(...seqsOf(body.changes))
      since = body.next_cursor
      more = body.has_more
    }
    expect(all.length).toBeGreaterThan(300)
    for (const limit of [200, 100, 90]) {
      const seen: number[] = []
      for (let since: string | undefined, more = true; more; ) {
        const { changes, next_cursor, has_more } = await list({ since, limit })
        seen.push(...seqsOf(changes))
        since = next_cursor
        more = has_more
      }
      expect(seen).toEqual(all)
    }
  })

  it('continues after its cursor, which `next` names, and ends', async () => {
    await settled(world)
    const seen: number[] = []
    let since: string | undefined
    let more = true
    for (let round = 0; round < 200 && more; round++) {
      const { changes, next, next_cursor, has_more } = await list({ since, limit: 3 })
      seen.push(...seqsOf(changes))
      if (has_more) expect(next).toContain(next_cursor)
      since = next_cursor
      more = has_more
    }
    expect(more).toBe(false)
    expect(seen.length).toBeGreaterThan(10)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  })
})
