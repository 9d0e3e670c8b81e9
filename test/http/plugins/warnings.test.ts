import { beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const list = '/api/portfolio/products'

describe('warnings', () => {
  it('name each query parameter that was ignored', async () => {
    const { status, body } = await world.send('GET', `${list}?colour=red&limit=1&size=2`)
    expect(status).toBe(200)
    expect(body.warnings).toEqual([
      { field: 'colour', message: 'The query parameter "colour" is not known and was ignored.' },
      { field: 'size', message: 'The query parameter "size" is not known and was ignored.' },
    ])
  })

  it('are not there where there is nothing to say', async () => {
    expect((await world.send('GET', list)).body).not.toHaveProperty('warnings')
  })

  it('of one request are not told to the next', async () => {
    await world.send('GET', `${list}?colour=red`)
    expect((await world.send('GET', list)).body).not.toHaveProperty('warnings')
  })

  it('tell of a slug that nothing has', async () => {
    const { body } = await world.send('GET', `${list}?direction_slug=nowhere`)
    expect(body.products).toEqual([])
    expect(body.warnings.map(({ field }: { field: string }) => field)).toEqual(['direction_slug'])
  })

  it('stand beside those of the work itself', async () => {
    const { status, body } = await world.send('POST', '/api/portfolio/canon-rules?colour=red', {
      title: 'Old',
      body: 'Text',
      rule_type: 'structure-canon',
    })
    expect(status).toBe(201)
    expect(body.rule.rule_type).toBe('portfolio-structure')
    expect(body.warnings.map(({ field }: { field: string }) => field).sort()).toEqual(['colour', 'rule_type'])
  })

  it('do not soften a refusal: a known filter with an illegal value is one', async () => {
    expect((await world.send('GET', `${list}?portfolio_status=huge&colour=red`)).status).toBe(422)
  })
})
