import { expect, it } from 'vitest'
import { makeToken, root } from '../../support/makers.ts'
import { makeWorld } from '../../support/world.ts'

const signal = { direction_slug: 'utilities', title: 'Crashes on start', signal_type: 'problem' }

it('of 20 equal writes at once becomes one proposal', async () => {
  const world = await makeWorld()
  const { headers } = await makeToken(world, ['read', 'propose'])
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => world.send('POST', `${root}/signals`, signal, headers)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(202))
  expect(new Set(answers.map(({ body }) => body.proposal.id)).size).toBe(1)
  expect(answers.filter(({ body }) => body.repeated)).toHaveLength(19)
})
