import { expect, it } from 'vitest'
import { makeWorld } from '../../support/world.ts'

const world = await makeWorld({ BOT_TOKEN: 'a-token-of-the-bots', OAUTH: '0' })

// As a client sends them that does not know the variable.
const variables = [
  ...['{SECRET}', '{env:SECRET}', '{SECRET:-}', 'SECRET', 'env:SECRET'].map((name) => `$${name}`),
  '%SECRET%',
  '{{SECRET}}',
]
const bearer = ['Authorization', 'Bearer '] as const
const surfaces: [string, string, number, readonly [string, string][], RegExp][] = [
  ['GET', '/api/portfolio/products', 403, [['X-Portfolio-Token', '']], /portfolio-ops token create/],
  ['GET', '/api/portfolio/nothing', 403, [['X-Portfolio-Token', '']], /as X-Portfolio-Token\.$/],
  ['POST', '/mcp', 401, [['X-Portfolio-Token', ''], [...bearer]], /portfolio-ops token create/],
  ['GET', '/api/v1/companies', 401, [[...bearer]], /POST \/api\/v1\/auth\/token/],
  [
    'GET',
    '/api/tasks',
    401,
    [['X-LLM-Key', ''], ['X-Bot-Key', ''], [...bearer]],
    /portfolio-ops api-key create/,
  ],
  ['POST', '/api/v1/bot/main', 401, [['X-Bot-Token', '']], /BOT_TOKEN/],
]

it.each(surfaces)(
  '%s %s returns %i and says where credentials come from, or that a variable is not set',
  async (method, url, status, headers, source) => {
    const next = async (sent: Record<string, string>) => {
      const payload = method === 'POST' ? {} : undefined
      const answer = await world.app.inject({
        method: method as 'GET',
        url,
        headers: sent,
        ...(payload && { payload }),
      })
      expect(answer.statusCode).toBe(status)
      return answer.json().next
    }
    expect(await next({})).toMatch(source)
    for (const [name, prefix] of headers) {
      for (const wrong of ['wrong', 'pft_$x', 'a%20b', '100%'])
        expect(await next({ [name]: prefix + wrong }), wrong).toMatch(source)
      expect(await next({ [name]: prefix })).toMatch(
        new RegExp(`^The header ${name} is empty: .* is not set`),
      )
      for (const variable of variables) {
        const advice = await next({ [name]: prefix + variable })
        expect(advice, variable).toMatch(
          new RegExp(`^The header ${name} contains the name of a variable instead`),
        )
        expect(advice).not.toContain('SECRET')
      }
    }
  },
)
