import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { param, statement, tables } from '../../../../src/database/statement.ts'
import { containsPattern } from '../../../../src/record/text-search/contains-pattern.ts'
import {
  containsPair,
  containsRare,
  hasTrigram,
  pairPattern,
} from '../../../../src/record/text-search/text-search.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

it.each([
  ['zz', false],
  ['Ёж', false],
  ['1%', false],
  ['½½½', false],
  [' / ', false],
  ['zzz', true],
  ['ёжи', true],
  ['हिन्दी', true],
  // The beginning and the end of a word count as spaces.
  ['ab.', true],
  ['a/b', true],
  ['zz 9', true],
])('knows whether values that contain "%s" can be found by trigrams: %s', (text, expected) => {
  expect(hasTrigram(text)).toBe(expected)
})

it.each(['zzz', 'z', '--', '%z', ''])('returns no pattern for "%s"', (text) => {
  expect(pairPattern(text)).toBeUndefined()
})

const value = sql`lower(value)`
const contains = sql<boolean>`${value} like lower(${param('text')})`
const comparePair = statement((_: { values: string[]; text: string; text_pair: string }) => ({
  compile: () =>
    sql<{ value: string; expected: boolean; actual: boolean }>`
        select value, ${contains} as expected, ${containsPair(contains, [value], 'text')} as actual
        from unnest(${param('values')}::text[]) as value`.compile(tables()),
}))

// Separators, digits, letters of several alphabets, some of them not common, and special characters of patterns.
const characters = fc.constantFrom(...' -_%\\.*]^«—\u0301\n🚀aZzéßйЙёЯ1٣λ低下ğ')
const values = fc.array(fc.string({ unit: characters, maxLength: 8 }), { minLength: 1, maxLength: 20 })

it('finds the values that contain a text', async () => {
  await fc.assert(
    fc.asyncProperty(
      values,
      fc.string({ unit: characters, minLength: 2, maxLength: 3 }),
      async (list, text) => {
        const pattern = pairPattern(text)
        fc.pre(pattern !== undefined)
        const rows = await world.database.read(
          comparePair({ values: list, text: containsPattern(text), text_pair: pattern }),
        )
        expect(rows.map(({ actual }) => actual)).toEqual(rows.map(({ expected }) => expected))
      },
    ),
    { numRuns: 500 },
  )
})

it('finds the values that contain a text by their rare characters', async () => {
  const select = statement((_values: { values: string[]; text: string; text_rare: string }) => ({
    compile: () =>
      sql<{ value: string; expected: boolean; actual: boolean }>`
        select value, ${contains} as expected, ${containsRare(contains, [sql.ref('value')], 'text')} as actual
        from unnest(${param('values')}::text[]) as value`.compile(tables()),
  }))
  await fc.assert(
    fc.asyncProperty(
      values,
      fc.string({ unit: characters, minLength: 1, maxLength: 2 }),
      async (list, text) => {
        const rows = await world.database.read(
          select({ values: list, text: containsPattern(text), text_rare: text }),
        )
        expect(rows.map(({ actual }) => actual)).toEqual(rows.map(({ expected }) => expected))
      },
    ),
    { numRuns: 500 },
  )
})

describe('with an index of trigrams', () => {
  it.each(['zz', 'ъъ', 'z-'])('reads no value for "%s" if none contains it', async (text) => {
    const client = new pg.Client({ connectionString: world.url })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query(`set enable_seqscan = off;
      create temp table words as select 'падение рейтинга release ' || n as value from generate_series(1, 500) as n;
      create index on words using gin (value gin_trgm_ops)`)
    const { rows } = await client.query('explain analyze select from words where value ~* $1', [
      pairPattern(text),
    ])
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Bitmap Index Scan .* rows=0(\.00)? /)
  })
})
