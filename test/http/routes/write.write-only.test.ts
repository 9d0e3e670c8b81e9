import { beforeAll, describe, expect, it } from 'vitest'
import { abilities } from '../../../src/access/access-token.ts'
import { issueToken } from '../../../src/access/token.ts'
import { transact } from '../../../src/database/transaction.ts'
import { make, makeAssistantWorld } from '../../support/assistant.ts'
import {
  makeApp,
  makeDecision,
  makeProduct,
  makeRule,
  makeSignal,
  makeTask,
  makeToken,
  root,
} from '../../support/makers.ts'
import {
  makeApplication,
  makeCompany,
  makeContact,
  makeKeyword,
  makeStrategy,
} from '../../support/operations.ts'
import { makePerson, operator, type TestUser, v1 } from '../../support/people.ts'
import type { Answer, World } from '../../support/world.ts'

type Send = (method: string, path: string, body?: object) => Promise<Answer>

let world: World
let admin: TestUser
/** Sends a request with a credential that may write, but not read. */
const writeOnly: Record<string, Send> = {}
beforeAll(async () => {
  world = await makeAssistantWorld()
  admin = await makePerson(world)
  const able = abilities.filter((ability) => ability.endsWith(':write'))
  const { token } = await makePerson(world, 'admin', { able })
  writeOnly[v1] = sendWith(v1, { authorization: `Bearer ${token}` })
  const { headers } = await makeToken(world, ['write'])
  writeOnly[root] = sendWith(root, headers)
  const { secret } = await transact(world.database.orm, (em) =>
    issueToken(em, operator, { prefix: 'llm', name: 'writer', abilities: ['resources:write'] }),
  )
  writeOnly['/api'] = sendWith('/api', { 'x-llm-key': secret })
})

// The schemas of the responses are those of a caller who may read, so these responses are not validated by them.
function sendWith(area: string, headers: Record<string, string>): Send {
  return async (method, path, payload) => {
    const options = { method: method as 'GET', url: area + path, headers, ...(payload && { payload }) }
    const response = await world.app.inject(options)
    return { status: response.statusCode, headers: response.headers, body: response.json() }
  }
}

const secretText = 'Only for those who may read'
const resource = (path: string, name: string) =>
  [
    '/api',
    path,
    () => make(world, `/api${path}`, { [name]: secretText, description: secretText }),
    { description: 'Sent' },
    { [name]: 'Created' },
  ] as const

const records = [
  [
    v1,
    '/applications',
    () => makeApplication(admin, { name: secretText }),
    { status: 'paused' },
    { name: 'C', platform: 'ios', status: 'active' },
  ],
  [
    v1,
    '/companies',
    () => makeCompany(admin, { description: secretText }),
    { country: 'DE' },
    { name: 'Created' },
  ],
  [v1, '/contacts', () => makeContact(admin, { position: secretText }), { telegram: '@sent' }, { name: 'C' }],
  [v1, '/strategies', () => makeStrategy(admin, { goal: secretText }), { status: 'active' }, { name: 'C' }],
  [v1, '/keywords', () => makeKeyword(admin, { keyword: secretText }), { position: 3 }, undefined],
  [
    root,
    '/products',
    () => makeProduct(world, { summary: secretText }),
    { next_step: 'Sent' },
    { direction_slug: 'utilities', name: 'C' },
  ],
  [
    root,
    '/apps',
    () => makeApp(world, { portfolio_note: secretText }),
    { name: 'Sent' },
    { direction_slug: 'utilities', name: 'C', platform: 'iOS' },
  ],
  [
    root,
    '/signals',
    () => makeSignal(world, { body: secretText }),
    { severity: 'low' },
    { direction_slug: 'utilities', title: secretText, signal_type: 'risk' },
  ],
  [root, '/decisions', () => makeDecision(world, { rationale: secretText }), { owner: 'Sent' }, undefined],
  [root, '/tasks', () => makeTask(world, { note: secretText }), { priority: 'low' }, undefined],
  [root, '/canon-rules', () => makeRule(world, { body: secretText }), { title: 'Sent' }, undefined],
  resource('/resources', 'name'),
  resource('/improvements', 'title'),
  resource('/tasks', 'title'),
  resource('/bugs', 'title'),
  resource('/agents', 'name'),
] as const

describe('a credential that may write, but not read,', () => {
  it.each(records)(
    'gets from a change of %s%s only the id and what was sent',
    async (area, path, create, change) => {
      const { id } = (await create()) as { id: number }
      const send = writeOnly[area] as Send
      for (const [query, dry_run] of [
        ['', undefined],
        ['?dry_run=1', true],
      ] as const)
        for (const sent of [{}, change]) {
          const { status, headers, body } = await send('PATCH', `${path}/${id}${query}`, sent)
          expect(status).toBe(200)
          expect(headers['content-type']).toBe('application/json; charset=utf-8')
          expect(Boolean(headers.etag)).toBe(!dry_run)
          const { message: _, etag: __, dry_run: isDryRun, context, would, ...records } = body
          if (dry_run && area === root) expect(context).toEqual({ rules: [], decisions: [], signals: [] })
          expect(isDryRun).toBe(dry_run)
          if (dry_run && area === root) expect(would).toBe('write')
          expect(Object.values(records)).toEqual([{ id, ...sent }])
        }
      expect((await send('GET', `${path}/${id}`)).status).toBe(403)
    },
  )

  it.each(records.filter(([, , , , body]) => body))(
    'gets a record of %s%s that it creates',
    async (...record) => {
      const [area, path, , , body] = record
      const { status, body: answer } = await (writeOnly[area] as Send)('POST', path, body)
      expect(status).toBe(201)
      const [created] = Object.values(answer).filter((value) => typeof value === 'object') as [object]
      expect(created).toMatchObject({ created_by: expect.any(Object) })
      // Similar records were written by others.
      expect(answer.similar ?? []).toEqual([])
    },
  )

  it('gets from an action only what the action sets', async () => {
    const { id } = await makeApplication(admin, { name: secretText })
    const application = `/applications/${id}/archive`
    const operations = writeOnly[v1] as Send
    const { body: archived } = await operations('POST', application)
    expect(archived).toEqual({ data: { id, status: 'archived', archived_at: expect.any(String) } })
    expect((await operations('DELETE', application)).body).toEqual({ data: { id } })
    const { id: agent } = await make(world, '/api/agents', { name: 'Acting', description: secretText })
    const assistant = writeOnly['/api'] as Send
    expect((await assistant('POST', `/agents/${agent}/toggle`)).body).toEqual({
      data: { id: agent, is_active: false },
    })
    expect((await assistant('POST', `/agents/${agent}/restart`)).body).toEqual({
      data: { id: agent, last_restarted_at: expect.any(String) },
    })
  })
})
