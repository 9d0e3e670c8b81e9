import { beforeAll, describe, expect, it } from 'vitest'
import { issueToken } from '../../../src/access/token.ts'
import { llmScopes } from '../../../src/access/token-kinds.ts'
import { transact } from '../../../src/database/transaction.ts'
import { revokeToken } from '../../../src/people/token-revocation.ts'
import { llmKey, makeAssistantWorld } from '../../support/assistant.ts'
import { makePerson, operator } from '../../support/people.ts'
import { token as portfolioToken, type World } from '../../support/world.ts'

let world: World
let key: string
let readOnly: string
let writeOnly: string
let revoked: string
let expired: string
let accessToken: string
beforeAll(async () => {
  world = await makeAssistantWorld()
  const issue = (abilities: string[], expires_at: string | null = null) =>
    transact(world.database.orm, (em) =>
      issueToken(em, operator, { prefix: 'llm', name: 'a bot', abilities, expires_at }),
    )
  key = (await issue([...llmScopes])).secret
  readOnly = (await issue(['resources:read'])).secret
  writeOnly = (await issue(['resources:write'])).secret
  expired = (await issue([...llmScopes], '2020-01-01T00:00:00.000Z')).secret
  const { token, secret } = await issue([...llmScopes])
  revoked = secret
  await transact(world.database.orm, (em) => revokeToken(em, operator, 'llm', token.id))
  accessToken = (await makePerson(world)).token
})

const paths = ['resources', 'improvements', 'tasks', 'bugs', 'agents'].map((name) => `/api/${name}`)
const body = { name: 'By key', title: 'By key' }
// Sends a request without the key that `world.send` adds.
const statusOf = async (method: string, path: string, headers: Record<string, string>, sent?: object) =>
  (
    await world.app.inject({
      method: method as 'GET',
      url: path,
      headers: { ...headers, ...(sent && { 'content-type': 'application/json' }) },
      ...(sent && { payload: JSON.stringify(sent) }),
    })
  ).statusCode

describe.each(paths)('%s', (path) => {
  it('accepts a stored key and a key of the environment in any of three headers', async () => {
    for (const secret of [key, llmKey])
      for (const headers of [
        { 'x-llm-key': secret },
        { 'x-bot-key': secret },
        { authorization: `Bearer ${secret}` },
        { authorization: `bearer  ${secret} ` },
      ] as Record<string, string>[])
        expect(await statusOf('GET', path, headers)).toBe(200)
  })

  it('uses only the first header that is present', async () => {
    const bearer = { authorization: `Bearer ${key}` }
    expect(await statusOf('GET', path, { 'x-llm-key': 'wrong', 'x-bot-key': key, ...bearer })).toBe(401)
    expect(await statusOf('GET', path, { 'x-llm-key': '', ...bearer })).toBe(401)
    expect(await statusOf('GET', path, { 'x-bot-key': 'wrong', ...bearer })).toBe(401)
    expect(await statusOf('GET', path, { authorization: key })).toBe(401)
    expect(await statusOf('GET', path, { 'x-llm-key': key, 'x-bot-key': 'wrong', authorization: 'x' })).toBe(
      200,
    )
  })

  it('returns 401 for any other credential, before it validates path and body', async () => {
    for (const secret of [
      '',
      'wrong',
      revoked,
      expired,
      accessToken,
      portfolioToken,
      `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
    ]) {
      for (const [name, value] of [
        ['x-llm-key', secret],
        ['authorization', `Bearer ${secret}`],
      ] as const)
        for (const [method, url, sent] of [
          ['GET', path],
          ['POST', path, {}],
          ['GET', `${path}/nowhere`],
          ['GET', `${path}/1`],
          ['PATCH', `${path}/1`, {}],
          ['PUT', `${path}/1`, {}],
          ['DELETE', `${path}/1`],
        ] as const)
          expect(await statusOf(method, url, { [name]: value }, sent)).toBe(401)
    }
    expect(await statusOf('GET', `${path}?key=${key}`, { cookie: `key=${key}` })).toBe(401)
    expect(await statusOf('GET', path, { 'x-portfolio-token': key })).toBe(401)
  })

  it('requires the scope of the method', async () => {
    expect(await statusOf('GET', path, { 'x-llm-key': readOnly })).toBe(200)
    expect(await statusOf('POST', path, { 'x-llm-key': readOnly }, body)).toBe(403)
    expect(await statusOf('DELETE', `${path}/1`, { 'x-llm-key': readOnly })).toBe(403)
    expect(await statusOf('GET', path, { 'x-llm-key': writeOnly })).toBe(403)
    expect(await statusOf('POST', path, { 'x-llm-key': writeOnly }, body)).toBe(201)
  })
})

it('rejects an LLM key on the other APIs', async () => {
  expect(await statusOf('GET', '/api/v1/contacts', { authorization: `Bearer ${key}` })).toBe(401)
  expect(await statusOf('GET', '/api/portfolio/products', { 'x-portfolio-token': key })).toBe(403)
})

it('records the LLM key as the author of a write', async () => {
  const { body: made } = await world.send('POST', '/api/bugs', { title: 'Signed' }, { 'x-llm-key': key })
  expect(made.data.created_by).toEqual({ type: 'llm_key', id: expect.any(Number), name: 'a bot' })
})
