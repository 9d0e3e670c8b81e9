import { beforeAll, expect, it } from 'vitest'
import { lockTable } from '../../support/hold.ts'
import { atOnce, byStatus, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

const directions = ['utilities', 'documents-qr', 'parental-family-safety', 'fitness', 'wellness-mental']
const requests = 20
// Fewer than the server's pooled connections, so that all of them reach the lock.
const firstBatch = 8

let world: World
beforeAll(async () => {
  world = await makeWorld()
  // The first answers of a server are slow, and concurrent requests would time out waiting for a connection.
  for (const kind of ['products', 'apps']) expect((await make(kind, ['First'], 0)).status).toBe(201)
})

// No two indexes give the same name in one direction, but all names yield only the slugs of `names`.
const make = (kind: string, names: string[], index: number) => {
  const round = Math.floor(index / names.length)
  const name = names[index % names.length] + '!'.repeat(Math.floor(round / directions.length))
  const direction_slug = directions[round % directions.length]
  const platform = kind === 'apps' && { platform: 'Web' }
  return world.send('POST', `${root}/${kind}`, { name, direction_slug, ...platform })
}

it.each(
  ['products', 'apps'].flatMap((kind) => [
    { kind, description: 'one name', stored: [], names: ['Lamp'] },
    {
      kind,
      description: 'a name and one that looks numbered',
      stored: ['Torch'],
      names: ['Torch', 'Torch 2'],
    },
    {
      kind,
      description: 'names with several numbers',
      stored: ['Sun', 'Sun 2'],
      names: ['Sun 2', 'Sun 2 2'],
    },
  ]),
)(
  'gives twenty $kind created concurrently a unique slug each: $description',
  async ({ kind, stored, names }) => {
    for (const [index] of stored.entries()) expect((await make(kind, stored, index)).status).toBe(201)
    const lock = await lockTable(world.url, kind)
    const first = atOnce(firstBatch, (index) => make(kind, names, requests + index))
    await lock.waitForBlocked(firstBatch)
    const rest = atOnce(requests - firstBatch, (index) => make(kind, names, requests + firstBatch + index))
    await lock.release()
    const answers = [...(await first), ...(await rest)]
    expect(byStatus(answers)).toEqual({ 201: requests })
    const slugs = answers.map(({ body }) => body[kind.slice(0, -1)].slug)
    expect(new Set(slugs).size).toBe(requests)
  },
)
