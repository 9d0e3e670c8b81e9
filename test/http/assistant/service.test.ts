import { beforeAll, describe, expect, it } from 'vitest'
import { make, makeAssistantWorld } from '../../support/assistant.ts'
import type { World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeAssistantWorld()
})

describe('the slug of a service', () => {
  it('is generated from the name and cannot be changed', async () => {
    const [first, second] = [
      await make(world, '/api/resources', { name: 'Магазин' }),
      await make(world, '/api/resources', { name: 'Магазин' }),
    ]
    expect([first.slug, second.slug]).toEqual(['magazin', 'magazin-2'])
    expect((await world.send('PATCH', `/api/resources/${first.id}`, { slug: 'mine' })).body).toMatchObject({
      data: { slug: 'magazin' },
      warnings: [{ field: 'slug' }],
    })
  })

  it('is unique for services created concurrently', async () => {
    await make(world, '/api/resources', { name: 'Shop' })
    const names = ['Shop', 'Shop 2', 'Shop', 'Shop 2']
    const made = await Promise.all(names.map((name) => make(world, '/api/resources', { name })))
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(names.length)
  })
})
