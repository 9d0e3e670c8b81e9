import { beforeAll, expect, it } from 'vitest'
import { hold } from '../../support/hold.ts'
import { atOnce, byStatus, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

const directions = ['utilities', 'documents-qr', 'parental-family-safety', 'fitness', 'wellness-mental']
const crowd = 20
// Fewer than the connections of the server: each of them gets as far as it can.
const early = 8

let world: World
beforeAll(async () => {
  world = await makeWorld()
  // The first answers of a server take their time, for which a crowd that waits for connections may not.
  for (const kind of ['products', 'apps']) expect((await make(kind, ['First'], 0)).status).toBe(201)
})

// Twenty names, of which no two are one in a direction, that make as many slugs as `names` do.
const make = (kind: string, names: string[], index: number) => {
  const turn = Math.floor(index / names.length)
  const name = names[index % names.length] + '!'.repeat(Math.floor(turn / directions.length))
  const direction_slug = directions[turn % directions.length]
  const platform = kind === 'apps' && { platform: 'Web' }
  return world.send('POST', `${root}/${kind}`, { name, direction_slug, ...platform })
}

it.each(
  ['products', 'apps'].flatMap((kind) => [
    { kind, what: 'of one name', stored: [], names: ['Lamp'] },
    {
      kind,
      what: 'of a name and of one that looks numbered',
      stored: ['Torch'],
      names: ['Torch', 'Torch 2'],
    },
    { kind, what: 'of numbers of numbers', stored: ['Sun', 'Sun 2'], names: ['Sun 2', 'Sun 2 2'] },
  ]),
)('gives twenty $kind at once a slug each: $what', async ({ kind, stored, names }) => {
  for (const [index] of stored.entries()) expect((await make(kind, stored, index)).status).toBe(201)
  const held = await hold(world.url, kind)
  const first = atOnce(early, (index) => make(kind, names, crowd + index))
  await held.reached(early)
  const rest = atOnce(crowd - early, (index) => make(kind, names, crowd + early + index))
  await held.release()
  const answers = [...(await first), ...(await rest)]
  expect(byStatus(answers)).toEqual({ 201: crowd })
  const slugs = answers.map(({ body }) => body[kind.slice(0, -1)].slug)
  expect(new Set(slugs).size).toBe(crowd)
})
