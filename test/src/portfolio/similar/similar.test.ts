import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { mostSimilar, selectSimilar } from '../../../../src/portfolio/similar/similar.ts'
import { similarity, trigramsOf } from '../../../../src/portfolio/similar/trigrams.ts'
import { makeProduct } from '../../../support/makers.ts'
import { query } from '../../../support/rows.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const similarTo = selectSimilar({
  table: 'signals',
  title: 'title',
  status: { column: 'status', closed: ['dismissed'] },
})

/** Makes a product with a signal of each of these titles, in this order. Returns its slug. */
async function productWith(titles: string): Promise<string> {
  const { id, slug } = await makeProduct(world)
  await query(
    world.url,
    `insert into signals (product_id, credential, signal_type, title, created_by, updated_by)
      select ${id}, 'test', 'risk', title, '{}', '{}' from (${titles}) as t (title)`,
  )
  return slug
}

async function similarTitles(title: string, product_slug: string): Promise<string[]> {
  const candidates = await world.database.read(similarTo(title, { product_slug }))
  return mostSimilar(title, candidates).map((record) => record.title)
}

// Another transaction can keep VACUUM from marking pages as visible to all. PostgreSQL then plans to read the rows.
async function isVacuumed(): Promise<boolean> {
  await query(world.url, 'vacuum analyze signals')
  const [pages] = await query(
    world.url,
    `select relallvisible = relpages as visible from pg_class where oid = 'signals'::regclass`,
  )
  return pages?.visible === true
}

async function planOf(title: string, product_slug: string): Promise<string> {
  await expect.poll(isVacuumed, { timeout: 10_000 }).toBe(true)
  const { text, values } = similarTo(title, { product_slug })
  const rows = await world.database.read<Record<string, string>>({
    text: `explain (analyze, timing off, costs off) ${text}`,
    values,
    unprepared: true,
  })
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const rowsOf = (scan: string) => Number(/\d+$/.exec(scan))

describe('the records to compare', () => {
  const word = fc.oneof(fc.lorem({ maxCount: 1 }), fc.constantFrom('падение', 'Ёлка', 'a', 'QR', '—'))
  const title = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '))

  it('include every record with enough trigrams in common', async () => {
    const pairs = fc
      .sample(fc.tuple(title, title), 300)
      .flatMap(([a, b]) => [a.slice(1), `${a} ${b.slice(0, 4)}`, b].map((other) => [a, other] as const))
      .filter(([a, b]) => similarity(trigramsOf(a), trigramsOf(b)) >= 0.55)
    expect(pairs.length).toBeGreaterThan(100)
    const rows = await world.database.read<{ overlap: number }>({
      text: `select bit_count(title_trigrams(a) & title_trigrams(b))::real
          / bit_count(title_trigrams(a) | title_trigrams(b)) as overlap
        from unnest($1::text[], $2::text[]) with ordinality as t (a, b, place) order by place`,
      values: [pairs.map(([a]) => a), pairs.map(([, b]) => b)],
    })
    for (const [index, pair] of pairs.entries())
      expect(rows[index]?.overlap, JSON.stringify(pair)).toBeGreaterThanOrEqual(0.4)
  })

  it('include old records, and records that share no full word with the title', async () => {
    const slug = await productWith(`
      select 'Chargebacks doubled' union all select 'Signal ' || n from generate_series(1, 300) as n`)
    expect(await similarTitles('Chargeback doubles', slug)).toEqual(['Chargebacks doubled'])
  })

  it('are read from an index alone, and older ones only if few of the newest have almost the same title', async () => {
    const slug = await productWith(`
      select 'Refunds doubled' from generate_series(1, 250)
      union all select 'Signal ' || n from generate_series(1, 40) as n`)
    const scans = /Index Only Scan Backward using signals_product .*rows=\d+/g
    expect((await planOf('Refunds doubled', slug)).match(scans)?.map(rowsOf)).toEqual([50, 0])
    expect((await planOf('Refunds tripled', slug)).match(scans)?.map(rowsOf)).toEqual([50, 240])
  })
})
