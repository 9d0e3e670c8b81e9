import { beforeEach, describe, expect, it } from 'vitest'
import { loginBody, loginTo, newAddress } from '../../support/login.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld } from '../../support/world.ts'

const world = await makeWorld({ TRUST_PROXY: '127.0.0.1' })
const login = loginTo(world)
let person: TestUser
beforeEach(async () => {
  person = await makePerson(world, 'manager')
})
const credentials = (changes?: object) => loginBody(person, changes)

describe('the login limits', () => {
  it('reject the sixth attempt for an account within a minute, for its network only', async () => {
    const sameAddress = newAddress()
    for (const attempt of [1, 2, 3, 4, 5])
      expect((await login(credentials(attempt === 3 ? {} : { password: 'wrong' }), sameAddress)).status).toBe(
        attempt === 3 ? 201 : 422,
      )
    const { status, body, headers } = await login(credentials(), sameAddress)
    expect(status).toBe(429)
    expect(body).toMatchObject({ message: 'Too Many Attempts.', code: 'rate_limited' })
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect((await login(credentials())).status).toBe(201)
  })

  it('reject the twenty-first attempt from one network within a minute', async () => {
    const sameAddress = newAddress()
    const statuses = []
    for (let count = 1; count <= 21; count++) {
      const { email } = await makePerson(world, 'manager')
      statuses.push((await login(credentials({ email }), sameAddress)).status)
    }
    expect(statuses).toEqual([...Array(20).fill(422), 429])
  })

  it('delay each further attempt for an email from many networks, whether it is known or not', async () => {
    const time = async (body: object) => {
      const start = performance.now()
      const { status } = await login(body)
      return { status, took: performance.now() - start }
    }
    for (const email of [person.email, 'nobody@people.test']) {
      const attempt = (password = 'wrong') => time(credentials({ email, password }))
      const undelayed = []
      for (let count = 1; count <= 10; count++) undelayed.push(await attempt())
      const delayed = [await attempt(), await attempt(), await attempt(person.password)]
      expect(undelayed.map(({ status }) => status)).toEqual(Array(10).fill(422))
      // If the delay began with the first attempt, the tenth would take longer than on any busy machine.
      expect(undelayed[9]!.took).toBeLessThan(2000)
      for (const [index, { took }] of delayed.entries())
        expect(took).toBeGreaterThanOrEqual(250 * (index + 1) - 5)
      expect(delayed[2]!.status).toBe(email === person.email ? 201 : 422)
      // The delay has a maximum, so that the owner is never locked out.
      const flood = await Promise.all(Array.from({ length: 12 }, () => attempt()))
      expect(Math.max(...flood.map(({ took }) => took))).toBeGreaterThanOrEqual(2995)
      expect(flood.map(({ status }) => status)).toEqual(Array(12).fill(422))
    }
  }, 30_000)
})
