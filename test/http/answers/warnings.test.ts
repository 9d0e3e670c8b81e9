import { beforeAll, describe, expect, it } from 'vitest'
import { makeApplication } from '../../support/operations.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: TestUser
beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world, 'admin')
})

const list = '/api/portfolio/products'

describe('warnings', () => {
  it('contain each ignored query parameter', async () => {
    const { status, body } = await admin.send('GET', '/applications?colour=red&per_page=1&size=2')
    expect(status).toBe(200)
    expect(body.warnings).toEqual([
      { field: 'colour', message: 'The query parameter "colour" is unknown and was ignored.' },
      { field: 'size', message: 'The query parameter "size" is unknown and was ignored.' },
    ])
  })

  it('are omitted if there are none', async () => {
    expect((await world.send('GET', list)).body).not.toHaveProperty('warnings')
  })

  it('do not appear in the answer to the next request', async () => {
    await admin.send('GET', '/applications?colour=red')
    expect((await admin.send('GET', '/applications')).body).not.toHaveProperty('warnings')
  })

  it('contain an unknown slug of a filter', async () => {
    const { body } = await world.send('GET', `${list}?direction_slug=nowhere`)
    expect(body.products).toEqual([])
    expect(body.warnings.map(({ field }: { field: string }) => field)).toEqual(['direction_slug'])
  })

  it('do not replace an error: an invalid value of a known filter returns 422', async () => {
    expect((await admin.send('GET', '/applications?status=huge&colour=red')).status).toBe(422)
  })
})

describe('a route without query parameters or fields', () => {
  const ignored = (...fields: string[]) =>
    fields.map((field) => ({
      field,
      message: `The query parameter "${field}" is unknown and was ignored.`,
    }))

  it('warns of every query parameter', async () => {
    const { status, body } = await admin.send('GET', '/dashboard/summary?zz=1')
    expect([status, body.warnings]).toEqual([200, ignored('zz')])
  })

  it('warns of every query parameter of a login, including dry_run', async () => {
    const { email, password } = admin
    const login = { email, password, token_name: 'dry?', abilities: ['apps:read'] }
    const { status, body } = await world.send('POST', '/api/v1/auth/token?zz=1&dry_run=1', login)
    expect([status, body.warnings]).toEqual([201, ignored('zz', 'dry_run')])
  })

  it('requires the body to be an object and warns of every field', async () => {
    const { id } = await makeApplication(admin)
    const archive = `/applications/${id}/archive`
    const { status, body } = await admin.send('POST', archive, { reason: 'old', id: 5 })
    expect([status, body.warnings]).toEqual([
      200,
      ['reason', 'id'].map((field) => ({
        field,
        message: `The field "${field}" is unknown or read-only and was ignored.`,
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
        const rejected = await admin.send(method, path, sent)
        expect([rejected.status, rejected.body.errors], `${method} ${path} ${sent}`).toEqual([
          422,
          { body: ['The body field must be an object.'] },
        ])
      }
  })
})
