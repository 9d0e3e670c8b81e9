import { beforeAll, describe, expect, it } from 'vitest'
import { NewKeywordPosition } from '../../../src/portfolio/keyword-position/keyword-position.ts'
import {
  KeywordPositionQuery,
  listKeywordPositions,
  readKeywordPosition,
} from '../../../src/portfolio/keyword-position/read.ts'
import { encodeDayCursor } from '../../../src/record/list/cursor.ts'
import { safeValidate, validate } from '../../../src/record/validation/validate.ts'
import { makeApp } from '../../support/makers.ts'
import { faultOf, marketOf } from '../../support/market.ts'
import { operator } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
// biome-ignore lint/suspicious/noExplicitAny: an app as the API returns it
let app: any
beforeAll(async () => {
  world = await makeWorld()
  app = await makeApp(world, { platform: 'iOS' })
})

const { addPosition, changePosition, removePosition, historyOf } = marketOf(() => world)
const add = (input: object) => addPosition({ app_slug: app.slug, ...input })
const page = (query: object) =>
  listKeywordPositions(world.database.read, validate(KeywordPositionQuery, query))
const list = async (query: object) => (await page(query)).rows

describe('a keyword position', () => {
  it('is created, changed and deleted, with its authors and history', async () => {
    const created = await add({ position: '14' })
    expect(created).toMatchObject({
      app_id: app.id,
      app_slug: app.slug,
      app_name: app.name,
      country: 'DE',
      platform: 'iOS',
      position: 14,
      measured: true,
      date: '2026-05-01',
      created_by: operator.by,
    })
    expect(await changePosition(created.id, { position: 9, platform: 'Android' })).toMatchObject({
      position: 9,
      platform: 'Android',
    })
    await removePosition(created.id)
    expect((await faultOf(readKeywordPosition(world.database.read, created.id))).code).toBe('not_found')
    const history = await historyOf('keyword_position', created.id)
    expect(history.map(({ event }) => event)).toEqual(['created', 'updated', 'deleted'])
    expect(history[1]?.changes).toEqual({
      position: { from: 14, to: 9 },
      platform: { from: 'iOS', to: 'Android' },
    })
  })

  it('distinguishes an app that was not found from one that was not looked for', async () => {
    const absent = await add({ keyword: 'absent' })
    expect(absent).toMatchObject({ position: null, measured: true })
    const unmeasured = await add({ keyword: 'unmeasured', measured: 'false' })
    expect(unmeasured).toMatchObject({ position: null, measured: false })
    expect(await changePosition(unmeasured.id, { position: 3 })).toMatchObject({
      position: 3,
      measured: true,
    })
    expect(await changePosition(unmeasured.id, { position: null })).toMatchObject({
      position: null,
      measured: true,
    })
    const found = await add({ keyword: 'found', position: 5, measured: false })
    expect(found).toMatchObject({ position: 5, measured: true })
    expect(await faultOf(changePosition(found.id, { measured: false }))).toMatchObject({
      errors: { measured: ['The measured field must be true while there is a position.'] },
    })
    expect(await changePosition(found.id, { measured: false, position: null })).toMatchObject({
      position: null,
      measured: false,
    })
  })

  it('is rejected with every invalid field', () => {
    const { errors } = safeValidate(NewKeywordPosition, { country: 'XX', position: 1001, date: '2026-13-01' })
    expect(errors).toEqual({
      app_slug: ['The app slug field is required.'],
      keyword: ['The keyword field is required.'],
      country: ['The selected country is invalid.'],
      position: ['The position field must not be greater than 1000.'],
      date: ['The date field must match the format Y-m-d.'],
    })
  })

  it('is unique for an app, a keyword in any case, a country and a day, also when created concurrently', async () => {
    const results = await Promise.allSettled(
      ['Сканер', 'сканер', 'СКАНЕР', 'Сканер', 'сканер'].map((keyword) => add({ keyword })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await faultOf(add({ keyword: 'сканер' }))).toMatchObject({
      errors: { date: ['The date has already been taken.'] },
    })
    const other = await add({ keyword: 'сканер', country: 'FR' })
    expect(await faultOf(changePosition(other.id, { country: 'DE' }))).toMatchObject({
      errors: { date: ['The date has already been taken.'] },
    })
  })
})

describe('the list of keyword positions', () => {
  it('is filtered and sorted, newest day first and empty values last', async () => {
    const { slug: app_slug } = await makeApp(world, { platform: 'Android' })
    const rows = [
      { keyword: 'b', country: 'DE', position: 2, date: '2026-01-02' },
      { keyword: 'A', country: 'FR', position: null, date: '2026-01-03' },
      { keyword: 'ab', country: 'DE', position: 1, date: '2026-01-01', platform: 'Huawei' },
    ]
    for (const row of rows) await add({ app_slug, ...row })
    const found = async (query: object) =>
      (await list({ app_slug, ...query })).map(({ keyword }) => keyword).join(' ')
    expect(await found({})).toBe('A b ab')
    expect(await found({ sort: 'date' })).toBe('ab b A')
    expect(await found({ keyword: 'a' })).toBe('A')
    expect(await found({ search: 'a' })).toBe('A ab')
    expect(await found({ country: 'de' })).toBe('b ab')
    expect(await found({ platform: 'huawei' })).toBe('ab')
    expect(await found({ date_from: '2026-01-02', date_to: '2026-01-02' })).toBe('b')
    expect(await found({ sort: 'position' })).toBe('ab b A')
    expect(await found({ sort: '-position' })).toBe('b ab A')
    expect(await found({ sort: 'keyword' })).toBe('A ab b')
    expect(await found({ sort: 'keyword', page: 2, per_page: 2 })).toBe('b')
    for (const sort of ['id', 'app_slug', 'country', 'platform', 'created_at', 'updated_at'])
      expect((await list({ app_slug, sort })).length).toBe(3)
  })

  it('continues after a cursor, in the order by day only', async () => {
    const { slug: app_slug } = await makeApp(world)
    for (const keyword of ['a', 'b', 'c', 'd', 'e'])
      await add({ app_slug, keyword, date: keyword === 'e' ? '2026-01-01' : '2026-01-02' })
    const found: string[] = []
    let cursor: string | undefined
    do {
      const { rows, more } = await page({ app_slug, per_page: 2, ...(cursor && { cursor }) })
      found.push(...rows.map(({ keyword }) => keyword))
      const last = rows.at(-1)
      cursor = more && last ? encodeDayCursor(last) : undefined
    } while (cursor)
    expect(found).toEqual(['d', 'c', 'b', 'a', 'e'])
    const valid = encodeDayCursor({ date: '2026-01-01', id: 1 })
    const errors = (query: object) => safeValidate(KeywordPositionQuery, query).errors
    expect(errors({ cursor: valid, sort: '-date' })).toBeUndefined()
    expect(errors({ cursor: valid, sort: 'date' })).toEqual({
      cursor: ['The cursor field is prohibited when the list is sorted by another field.'],
    })
    expect(errors({ cursor: valid, page: 2 })).toEqual({
      cursor: ['The cursor field is prohibited when page is given.'],
    })
    expect(errors({ cursor: 'x' })).toEqual({ cursor: ['The selected cursor is invalid.'] })
  })
})
