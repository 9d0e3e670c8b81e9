import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../../../src/database/unit-of-work.ts'
import { setStatus } from '../../../src/people/account.ts'
import { makePerson, operator, type Somebody, v1 } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let person: Somebody
let address = 0
beforeAll(async () => {
  world = await makeWorld({ TRUST_PROXY: '127.0.0.1' })
})
beforeEach(async () => {
  person = await makePerson(world, 'manager')
})

// Each test attempts from an address of its own, so that none spends another's attempts.
const somewhere = () => ({ 'x-forwarded-for': `10.0.${++address >> 8}.${address & 255}` })
const login = (body: object, headers: Record<string, string> = somewhere()) =>
  world.send('POST', `${v1}/auth/token`, body, headers)
const wanted = (changes: object = {}) => ({
  email: person.email,
  password: person.password,
  token_name: 'website',
  abilities: ['apps:read', 'apps:write'],
  ...changes,
})
const wrong = { email: ['The provided credentials are incorrect.'] }

describe('POST /auth/token', () => {
  it('gives a token for email and password, and the token works', async () => {
    const { status, body, headers } = await login(wanted({ email: ` ${person.email.toUpperCase()} ` }))
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
    const { body: mine } = await world.send('GET', `${v1}/auth/tokens`, undefined, {
      authorization: `Bearer ${body.access_token}`,
    })
    expect(mine.data).toHaveLength(2)
    expect(mine.data[0]).toEqual({
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

  it('names what it does not know', async () => {
    const { status, body } = await login(wanted({ colour: 'red' }))
    expect(status).toBe(201)
    expect(body.warnings).toEqual([
      { field: 'colour', message: 'The field "colour" is not one to be set, and was ignored.' },
    ])
    expect(body.expires_at).toBeNull()
  })

  it('lets a token end after some days', async () => {
    const { body } = await login(wanted({ expires_in_days: '7' }))
    expect(Math.round((Date.parse(body.expires_at) - Date.now()) / 86_400_000)).toBe(7)
  })

  it.each([
    ['a wrong password', () => wanted({ password: 'wrong' })],
    ['a password with a blank', () => wanted({ password: `${person.password} ` })],
    ['an unknown email', () => wanted({ email: 'nobody@people.test' })],
  ])('answers %s with one sentence', async (_name, body) => {
    const { status, body: answer } = await login(body())
    expect(status).toBe(422)
    expect(answer).toMatchObject({ message: 'Validation failed.', errors: wrong })
  })

  it('answers a blocked person as if the password were wrong', async () => {
    await transact(world.database.orm, (em) => setStatus(em, operator, person.email, 'blocked'))
    expect(await login(wanted())).toMatchObject({ status: 422, body: { errors: wrong } })
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
  ])('refuses %j for %s', async (body, field, sentence) => {
    const { status, body: answer } = await login(body)
    expect(status).toBe(422)
    expect(answer.errors[field]).toContainEqual(sentence)
  })

  it('refuses the sixth attempt for an account within a minute, from one network only', async () => {
    const here = somewhere()
    for (const attempt of [1, 2, 3, 4, 5])
      expect((await login(wanted(attempt === 3 ? {} : { password: 'wrong' }), here)).status).toBe(
        attempt === 3 ? 201 : 422,
      )
    const { status, body, headers } = await login(wanted(), here)
    expect(status).toBe(429)
    expect(body).toMatchObject({ message: 'Too Many Attempts.', code: 'rate_limited' })
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect((await login(wanted())).status).toBe(201)
  })

  it('refuses the twenty-first attempt from one network within a minute', async () => {
    const here = somewhere()
    const statuses = []
    for (let count = 1; count <= 21; count++)
      statuses.push((await login(wanted({ email: `nobody-${count}@people.test` }), here)).status)
    expect(statuses).toEqual([...Array(20).fill(422), 429])
  })

  it('is slower and slower for an email that is tried from many networks, known or not', async () => {
    const time = async (body: object) => {
      const start = performance.now()
      const { status } = await login(body)
      return { status, took: performance.now() - start }
    }
    for (const email of [person.email, 'nobody@people.test']) {
      const attempt = (password = 'wrong') => time(wanted({ email, password }))
      const quick = []
      for (let count = 1; count <= 10; count++) quick.push(await attempt())
      const slow = [await attempt(), await attempt(), await attempt(person.password)]
      expect(quick.map(({ status }) => status)).toEqual(Array(10).fill(422))
      // With a delay from the first attempt on, the tenth would take longer than any busy machine does.
      expect(quick[9]!.took).toBeLessThan(2000)
      for (const [place, { took }] of slow.entries())
        expect(took).toBeGreaterThanOrEqual(250 * (place + 1) - 5)
      expect(slow[2]!.status).toBe(email === person.email ? 201 : 422)
      // So that all wait as long as they may: nobody is kept out.
      const flood = await Promise.all(Array.from({ length: 12 }, () => attempt()))
      expect(Math.max(...flood.map(({ took }) => took))).toBeGreaterThanOrEqual(2995)
      expect(flood.map(({ status }) => status)).toEqual(Array(12).fill(422))
    }
  }, 30_000)

  it('takes as long for an unknown account as for a known one', async () => {
    const time = async (body: object) => {
      const start = performance.now()
      await login(body)
      return performance.now() - start
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let round = 0; round < 7; round++) {
      known.push(await time(wanted({ password: 'wrong' })))
      unknown.push(await time(wanted({ email: `nobody-${round}@people.test` })))
    }
    const median = (list: number[]) => list.sort((a, b) => a - b)[3]!
    expect(median(unknown) / median(known)).toBeGreaterThan(0.5)
    expect(median(unknown) / median(known)).toBeLessThan(2)
  })
})
