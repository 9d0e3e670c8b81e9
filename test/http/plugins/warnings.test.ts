import { beforeAll, describe, expect, it } from 'vitest'
import { makeApplication } from '../../support/operations.ts'
import { makePerson, type Somebody } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: Somebody
beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world, 'admin')
})

const list = '/api/portfolio/products'

describe('warnings', () => {
  it('name each query parameter that was ignored', async () => {
    const { status, body } = await world.send('GET', `${list}?colour=red&limit=1&size=2`)
    expect(status).toBe(200)
    expect(body.warnings).toEqual([
      { field: 'colour', message: 'The query parameter "colour" is unknown and was ignored.' },
      { field: 'size', message: 'The query parameter "size" is unknown and was ignored.' },
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

describe('where a route takes nothing', () => {
  const ignored = (...fields: string[]) =>
    fields.map((field) => ({
      field,
      message: `The query parameter "${field}" is unknown and was ignored.`,
    }))

  it.each(['/api/portfolio/directions', '/api/v1/dashboard/summary'])(
    'GET %s names every query parameter',
    async (path) => {
      const headers = { authorization: `Bearer ${admin.token}` }
      const { status, body } = await world.send('GET', `${path}?zz=1`, undefined, headers)
      expect([status, body.warnings]).toEqual([200, ignored('zz')])
    },
  )

  it('a login names every query parameter: it cannot be tried dry', async () => {
    const { email, password } = admin
    const wanted = { email, password, token_name: 'dry?', abilities: ['apps:read'] }
    const { status, body } = await world.send('POST', '/api/v1/auth/token?zz=1&dry_run=1', wanted)
    expect([status, body.warnings]).toEqual([201, ignored('zz', 'dry_run')])
  })

  it('a body is no body but an object, of which every field is named', async () => {
    const { id } = await makeApplication(admin)
    const archive = `/applications/${id}/archive`
    const { status, body } = await admin.send('POST', archive, { reason: 'old', id: 5 })
    expect([status, body.warnings]).toEqual([
      200,
      ['reason', 'id'].map((field) => ({
        field,
        message: `The field "${field}" is not one to be set, and was ignored.`,
      })),
    ])
    expect((await admin.send('POST', archive)).body).not.toHaveProperty('warnings')
    for (const [method, path] of [
      ['POST', archive],
      ['DELETE', archive],
      ['PATCH', `/applications/${id}`],
      ['DELETE', '/auth/token'],
    ] as const)
      for (const sent of ['[]', '1', 'null', '"text"']) {
        const refused = await admin.send(method, path, sent)
        expect([refused.status, refused.body.errors], `${method} ${path} ${sent}`).toEqual([
          422,
          { body: ['The body field must be an object.'] },
        ])
      }
  })
})
