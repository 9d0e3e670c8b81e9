import { beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../../../src/database/transaction.ts'
import { changeUser, setPassword } from '../../../src/people/user-administration.ts'
import { loginBody, loginTo } from '../../support/login.ts'
import { makePerson, operator, type TestUser, v1 } from '../../support/people.ts'
import { makeWorld } from '../../support/world.ts'

const world = await makeWorld({ TRUST_PROXY: '127.0.0.1' })
const login = loginTo(world)
let person: TestUser
beforeEach(async () => {
  person = await makePerson(world, 'manager')
})
const validBody = (changes?: object) => loginBody(person, changes)
const wrongCredentials = { email: ['The provided credentials are incorrect.'] }

describe('POST /auth/token', () => {
  it('issues a working token for email and password', async () => {
    const { status, body, headers } = await login(validBody({ email: ` ${person.email.toUpperCase()} ` }))
    expect(status).toBe(201)
    expect(body).toEqual({
      token_type: 'Bearer',
      access_token: expect.stringMatching(/^ops_[0-9A-Za-z]{36}$/),
      abilities: ['apps:read', 'apps:write'],
      id: expect.any(Number),
      name: 'website',
      expires_at: null,
    })
    expect(headers['cache-control']).toBe('no-store')
    const { body: tokens } = await world.send('GET', `${v1}/auth/tokens`, undefined, {
      authorization: `Bearer ${body.access_token}`,
    })
    expect(tokens.data).toHaveLength(2)
    expect(tokens.data[0]).toEqual({
      id: body.id,
      name: 'website',
      abilities: ['apps:read', 'apps:write'],
      display: `${body.access_token.slice(0, 7)}…${body.access_token.slice(-4)}`,
      last_used_at: null,
      expires_at: null,
      created_at: expect.stringMatching(/Z$/),
      is_current: true,
    })
  })

  it('ignores an unknown field with a warning', async () => {
    const { status, body } = await login(validBody({ colour: 'red' }))
    expect(status).toBe(201)
    expect(body.warnings).toEqual([
      { field: 'colour', message: 'The field "colour" is unknown or read-only and was ignored.' },
    ])
    expect(body.expires_at).toBeNull()
  })

  it('sets expires_at from expires_in_days', async () => {
    const { body } = await login(validBody({ expires_in_days: '7' }))
    expect(Math.round((Date.parse(body.expires_at) - Date.now()) / 86_400_000)).toBe(7)
  })

  it.each([
    ['a wrong password', () => validBody({ password: 'wrong' })],
    ['a password with a trailing space', () => validBody({ password: `${person.password} ` })],
    ['an unknown email', () => validBody({ email: 'nobody@people.test' })],
  ])('rejects %s with the same message', async (_name, body) => {
    const { status, body: answer } = await login(body())
    expect(status).toBe(422)
    expect(answer).toMatchObject({ message: 'Validation failed.', errors: wrongCredentials })
  })

  it('rejects a blocked user like a wrong password', async () => {
    await transact(world.database.orm, (em) =>
      changeUser(em, operator, { email: person.email }, { status: 'blocked' }),
    )
    expect(await login(validBody())).toMatchObject({ status: 422, body: { errors: wrongCredentials } })
  })

  it.each([
    [{}, 'email', 'The email field is required.'],
    [{}, 'password', 'The password field is required.'],
    [{}, 'token_name', 'The token name field is required.'],
    [{}, 'abilities', 'The abilities field is required.'],
    [{ email: 'nobody' }, 'email', 'The email field must be a valid email address.'],
    [
      { email: `${'a'.repeat(250)}@b.test` },
      'email',
      'The email field must not be greater than 255 characters.',
    ],
    [{ password: '' }, 'password', 'The password field is required.'],
    [{ password: 5 }, 'password', 'The password field must be a string.'],
    [
      { password: 'x'.repeat(1025) },
      'password',
      'The password field must not be greater than 1024 characters.',
    ],
    [
      { token_name: 'x'.repeat(256) },
      'token_name',
      'The token name field must not be greater than 255 characters.',
    ],
    [{ abilities: [] }, 'abilities', 'The abilities field is required.'],
    [{ abilities: 'apps:read' }, 'abilities', 'The abilities field must be an array.'],
    [
      { abilities: ['*'] },
      'abilities.0',
      expect.stringMatching(/^The selected abilities.0 is invalid. Allowed: apps:read, /),
    ],
    [
      { abilities: ['apps:read', 'apps:read'] },
      'abilities.1',
      'The abilities.1 field has a duplicate value.',
    ],
    [
      { abilities: Array(21).fill('apps:read') },
      'abilities',
      'The abilities field must not have more than 20 items.',
    ],
    [{ expires_in_days: null }, 'expires_in_days', 'The expires in days field must be an integer.'],
    [{ expires_in_days: 0 }, 'expires_in_days', 'The expires in days field must be at least 1.'],
    [{ expires_in_days: 366 }, 'expires_in_days', 'The expires in days field must not be greater than 365.'],
  ])('rejects %j with an error of %s', async (body, field, sentence) => {
    const { status, body: answer } = await login(body)
    expect(status).toBe(422)
    expect(answer.errors[field]).toContainEqual(sentence)
  })

  it('takes the same time for a known and an unknown account', async () => {
    const time = async (body: object) => {
      const start = performance.now()
      await login(body)
      return performance.now() - start
    }
    // The password of a test user has a hash of low cost. This one gets the cost that the server uses.
    const { orm } = world.database
    await transact(orm, (em) =>
      setPassword(em, operator, { email: person.email }, { password: 'a password of full cost' }),
    )
    const known: number[] = []
    const unknown: number[] = []
    for (let round = 0; round < 7; round++) {
      known.push(await time(validBody({ password: 'wrong' })))
      unknown.push(await time(validBody({ email: `nobody-${round}@people.test` })))
    }
    const median = (list: number[]) => list.sort((a, b) => a - b)[3]!
    expect(median(unknown) / median(known)).toBeGreaterThan(0.2)
    expect(median(unknown) / median(known)).toBeLessThan(5)
  })
})
