import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../../../src/database/transaction.ts'
import { changeUser } from '../../../src/people/user-administration.ts'
import { sql } from '../../support/makers.ts'
import { makePerson, operator, type TestUser, v1 } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let person: TestUser
beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(async () => {
  person = await makePerson(world, 'manager')
})

describe('an access token', () => {
  it('is rejected if it is missing, mistyped, sent in another place or to another API', async () => {
    const mistyped = `${person.token.slice(0, -1)}${person.token.endsWith('0') ? '1' : '0'}`
    const attempts: Record<string, string>[] = [
      { authorization: '' },
      { authorization: person.token },
      { authorization: `Basic ${person.token}` },
      { authorization: `Bearer ${mistyped}` },
      { authorization: '', cookie: `token=${person.token}` },
    ]
    for (const headers of attempts) {
      const answer = await world.send('GET', `${v1}/auth/tokens?token=${person.token}`, undefined, headers)
      expect(answer.status).toBe(401)
      expect(answer.body).toMatchObject({ message: 'Unauthenticated.', code: 'unauthenticated' })
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
    const onPortfolio = await world.send('GET', '/api/portfolio/products', undefined, {
      'x-portfolio-token': person.token,
    })
    expect(onPortfolio.status).toBe(403)
  })

  it('stops working as soon as its owner revokes it, and another user cannot revoke it', async () => {
    const other = await makePerson(world, 'admin', { able: ['admin:full'] })
    expect((await other.send('DELETE', `/auth/tokens/${person.token_id}`)).status).toBe(404)
    expect((await person.send('GET', '/auth/tokens')).status).toBe(200)
    expect((await person.send('DELETE', '/auth/token')).status).toBe(204)
    expect((await person.send('GET', '/auth/tokens')).status).toBe(401)
    expect((await other.send('DELETE', `/auth/tokens/${other.token_id}`)).status).toBe(204)
    expect((await other.send('GET', '/auth/tokens')).status).toBe(401)
  })

  it('records in its history who revoked it, with which token, once', async () => {
    const other = await world.send('POST', `${v1}/auth/token`, {
      email: person.email,
      password: person.password,
      token_name: 'other',
      abilities: ['apps:read'],
    })
    const headers = { 'x-request-id': 'revocation-of-the-test' }
    expect((await person.send('DELETE', `/auth/tokens/${other.body.id}`, undefined, headers)).status).toBe(
      204,
    )
    expect((await person.send('DELETE', `/auth/tokens/${other.body.id}`)).status).toBe(404)
    expect((await person.send('DELETE', '/auth/token', undefined, headers)).status).toBe(204)
    const entries = await sql(
      world,
      `select record_id::int, event, actor, token, changes, surface, request_id from history
        where record_type = 'token' and record_id in ($1, $2) order by id`,
      other.body.id,
      person.token_id,
    )
    expect(entries).toEqual(
      [other.body.id, person.token_id].map((record_id) => ({
        record_id,
        event: 'updated',
        actor: { type: 'user', id: person.id, name: person.name },
        token: { id: person.token_id, name: 'test' },
        changes: { revoked_at: { from: null, to: expect.stringMatching(/Z$/) } },
        surface: 'http',
        request_id: 'revocation-of-the-test',
      })),
    )
  })

  it('stops working as soon as its owner is blocked; an inactive owner can list and revoke it', async () => {
    await transact(world.database.orm, (em) =>
      changeUser(em, operator, { email: person.email }, { status: 'blocked' }),
    )
    expect((await person.send('GET', '/auth/tokens')).status).toBe(401)
    const inactive = await makePerson(world, 'manager', { status: 'inactive' })
    expect((await inactive.send('GET', '/auth/tokens')).status).toBe(200)
    expect((await inactive.send('DELETE', `/auth/tokens/${inactive.token_id}`)).status).toBe(204)
  })

  it('is accepted by 200 concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => person.send('GET', '/auth/tokens')))
    // A machine too busy to serve all of them in time answers 503, not 401.
    const served = answers.filter(({ status }) => status !== 503)
    expect(served.length).toBeGreaterThan(0)
    expect(new Set(served.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('is revoked once by 20 concurrent requests, while reads get 200 or 401', async () => {
    const [reads, revocations] = await Promise.all([
      Promise.all(Array.from({ length: 60 }, () => person.send('GET', '/auth/tokens'))),
      Promise.all(Array.from({ length: 20 }, () => person.send('DELETE', '/auth/token'))),
    ])
    expect(revocations.filter(({ status }) => status === 204)).toHaveLength(1)
    // A machine too busy to serve all of them in time answers 503.
    for (const { status } of revocations) expect([204, 401, 404, 503]).toContain(status)
    for (const { status } of reads) expect([200, 401, 503]).toContain(status)
    expect((await person.send('GET', '/auth/tokens')).status).toBe(401)
  })

  it('records the time of its last use', async () => {
    await person.send('GET', '/auth/tokens')
    await expect
      .poll(async () => (await person.send('GET', '/auth/tokens')).body.data[0].last_used_at, {
        timeout: 8000,
      })
      .toMatch(/Z$/)
  })
})
