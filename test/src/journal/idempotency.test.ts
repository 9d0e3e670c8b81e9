import { beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../../src/database/transaction.ts'
import { deleteExpiredResponses, idempotentRequest, runIdempotent } from '../../../src/journal/idempotency.ts'
import { createCanonRule } from '../../../src/portfolio/canon-rule/writes.ts'
import {
  atOnce,
  byStatus,
  expectValidationErrors,
  makeAlias,
  makeToken,
  root,
  sql,
} from '../../support/makers.ts'
import { operator } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { kinds } from '../../support/writes.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeAlias(world, 'gym', 'fitness')
})

const rules = `${root}/canon-rules`
const rule = { title: 'T', rule_type: 'structure-canon', body: 'B', direction_slug: 'gym' }
const post = (key: string, body: unknown = rule, path = rules, headers = {}) =>
  world.send('POST', path, body, { 'idempotency-key': key, ...headers })
const count = async (table: string) => (await sql(world, `select count(*)::int as n from ${table}`))[0]!.n

describe('a request with an Idempotency-Key', () => {
  it('runs once; a repeat has the same status, body, warnings and Location', async () => {
    const first = await post('once')
    const before = await count('canon_rules')
    const again = await post('once')
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect(again.body.warnings).toHaveLength(2)
    expect(again.headers.location).toBe(first.headers.location)
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(await count('canon_rules')).toBe(before)
    const spaced = JSON.stringify(rule, null, 2)
    expect((await post('once', spaced)).headers['idempotent-replayed']).toBe('true')
  })

  it('is rejected with another body, even if the difference has no effect', async () => {
    await post('trimmed')
    expect((await post('trimmed', { ...rule, title: ` ${rule.title}` })).body.code).toBe(
      'idempotency_mismatch',
    )
    expect((await post('trimmed')).status).toBe(201)
    await post('mismatch')
    const { status, body } = await post('mismatch', { ...rule, title: 'Other' })
    expect([status, body]).toEqual([
      422,
      {
        message: 'Validation failed.',
        code: 'idempotency_mismatch',
        request_id: expect.any(String),
        errors: {
          'Idempotency-Key': ['This Idempotency-Key was already used with a different body. Use a new key.'],
        },
      },
    ])
  })

  it('is a separate request for each credential and path', async () => {
    const first = await post('shared')
    const { headers } = await makeToken(world)
    const other = await post('shared', rule, rules, headers)
    const insight = await post('shared', kinds[3].body, `${root}/insights`)
    expect([other.status, insight.status]).toEqual([201, 201])
    expect(other.body.rule.id).not.toBe(first.body.rule.id)
  })

  it('is checked after validation, and only a success is stored', async () => {
    expect((await post('bad', { ...rule, title: '' })).status).toBe(422)
    expect((await post('bad', { ...rule, direction_slug: 'nowhere' })).status).toBe(422)
    const good = await post('bad')
    expect([good.status, good.headers['idempotent-replayed']]).toEqual([201, undefined])
    expect((await post('bad', { ...rule, title: '' })).body.code).toBe('validation_failed')
  })

  it.each(['', ' ', 'a b', 'ключ', 'x'.repeat(256)])('is rejected with the key "%s"', async (key) => {
    expectValidationErrors(await post(key), {
      'Idempotency-Key': 'The Idempotency-Key header must be 1 to 255 visible ASCII characters.',
    })
    expect((await post('x'.repeat(255))).status).toBe(201)
  })

  it('neither reads nor stores its key in a dry run', async () => {
    const before = await count('idempotency_keys')
    const dry = await post('dry', rule, `${rules}?dry_run=1`)
    expect([dry.status, await count('idempotency_keys')]).toEqual([200, before])
    await post('dry', { ...rule, title: 'Other' })
    const after = await post('dry', rule, `${rules}?dry_run=1`)
    expect([after.status, after.headers['idempotent-replayed']]).toEqual([200, undefined])
  })

  it('is not idempotent as a PATCH', async () => {
    const { id } = (await post('patched')).body.rule
    const patch = (title: string) =>
      world.send('PATCH', `${rules}/${id}`, { title }, { 'idempotency-key': 'patched' })
    await patch('One')
    expect((await patch('Two')).body.rule.title).toBe('Two')
  })

  it('runs once of twenty at the same time: the others get 409 or the same answer', async () => {
    const before = await count('canon_rules')
    const answers = await atOnce(20, () => post('crowd'))
    const { 201: done = 0, 409: waiting = 0, ...others } = byStatus(answers)
    expect([others, done + waiting, await count('canon_rules')]).toEqual([{}, 20, Number(before) + 1])
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.rule.id)).size).toBe(
      1,
    )
  })

  it('gets 409 while the first request with its key runs', async () => {
    const [working, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = await idempotentRequest(['env:1', 'POST', rules], 'slow', {})
    const running = transact(world.database.orm, (em) =>
      runIdempotent(em, slow, async () => {
        working.resolve()
        await finished.promise
        return { status: 201, body: {} }
      }),
    )
    await working.promise
    const { status, body, headers } = await post('slow')
    expect([status, body.code, headers['retry-after']]).toEqual([409, 'idempotency_in_progress', '1'])
    finished.resolve()
    await running
    expect((await post('slow')).body.code).toBe('idempotency_mismatch')
  })
})

const repeat = await idempotentRequest(['test'], 'key', {})

describe('a stored answer', () => {
  const kept = async () =>
    (await sql(world, 'select 1 from idempotency_keys where scope = $1', repeat.scope)).length

  it('is stored in the transaction of the request', async () => {
    const failing = transact(world.database.orm, async (em) => {
      await runIdempotent(em, repeat, async () => ({ status: 201, body: {} }))
      await em.flush()
      throw new Error('killed')
    })
    await expect(failing).rejects.toThrow('killed')
    expect(await kept()).toBe(0)
    await transact(world.database.orm, (em) =>
      runIdempotent(em, repeat, async () => ({ status: 201, body: {} })),
    )
    expect(await kept()).toBe(1)
  })

  it('has at most 1 MiB; a request with a larger one is rejected and stores nothing', async () => {
    const before = await count('canon_rules')
    const answer = (bytes: number) =>
      transact(world.database.orm, async (em) => {
        const large = await idempotentRequest(['test'], `of ${bytes} bytes`, {})
        return runIdempotent(em, large, async () => {
          await createCanonRule(em, operator, { title: 'T', rule_type: 'freeze-policy', body: 'B' })
          return { status: 201, body: { text: 'x'.repeat(bytes - '{"text":""}'.length) } }
        })
      })
    const mebibyte = 1024 * 1024
    expect(await answer(mebibyte)).toMatchObject({ status: 201 })
    await expect(answer(mebibyte + 1)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: { 'Idempotency-Key': [expect.stringContaining('over 1 MiB')] },
    })
    expect(await count('canon_rules')).toBe(Number(before) + 1)
    expect(await count(`idempotency_keys where body::text like '%xxxx%'`)).toBe(1)
  })

  it('is deleted after 24 hours', async () => {
    const first = await post('aged')
    await sql(world, `update idempotency_keys set created_at = now() - interval '23 hours 59 minutes'`)
    expect((await post('aged')).headers['idempotent-replayed']).toBe('true')
    await sql(world, `update idempotency_keys set created_at = now() - interval '24 hours 1 minute'`)
    const later = await post('aged')
    expect(later.headers['idempotent-replayed']).toBeUndefined()
    expect(later.body.rule.id).not.toBe(first.body.rule.id)
    await transact(world.database.orm, (em) => deleteExpiredResponses(em))
    expect(await count('idempotency_keys')).toBe(1)
  })
})
