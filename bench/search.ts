import type pg from 'pg'
import { SearchQuery } from '../src/portfolio/search/query.ts'
import { searchPortfolio } from '../src/portfolio/search/search.ts'
import { validate } from '../src/record/validation/validate.ts'
import type { Rounds } from './support/compare.ts'
import { benchDatabase } from './support/database.ts'
import { seedPortfolio } from './support/portfolio-data.ts'

const signals = 200_000
const targetMs = 50

// `common` is in every signal, `часто` in every tenth, `редкий` in 200 of them.
const searches = {
  'common word': { q: 'common' },
  'two words': { q: 'common часто' },
  'tenth of all': { q: 'часто' },
  'rare word': { q: 'редкого' },
  'one letter': { q: 'c' },
  prefix: { q: 'common 1234' },
  'no match': { q: 'nothing common' },
  phrase: { q: '"редкого случая"' },
  product: { q: 'common', product_slug: 'product-7' },
  'one kind': { q: 'часто', kinds: 'task' },
  slug: { q: 'product-17' },
}

/** Measures the search over a portfolio with 200,000 signals. */
export async function searchBench({ rounds }: Rounds): Promise<void> {
  const { database, pool, close } = await benchDatabase()
  try {
    await seedPortfolio(pool)
    await seedSignals(pool)
    for (const [name, query] of Object.entries(searches)) {
      const times: number[] = []
      for (let round = 0; round < 10 * rounds; round++) {
        const start = performance.now()
        await searchPortfolio(database.read, validate(SearchQuery, query))
        times.push(performance.now() - start)
      }
      times.sort((a, b) => a - b)
      const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1)
      console.log(`  ${name.padEnd(16)} p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (target ${targetMs})`)
    }
  } finally {
    await close()
  }
}

async function seedSignals(pool: pg.Pool): Promise<void> {
  await pool.query(`
    insert into signals (product_id, credential, signal_type, status, title, body, created_by, updated_by)
    select product_id, 'bench', 'problem', 'open',
      'Common problem ' || n || case when n % 10 = 0 then ' часто' else '' end,
      case when n % 1000 = 0 then 'Описание редкого случая. ' else '' end ||
        'The text of signal ' || n || ' says what was seen, where, since when and for how many users. ' ||
        'Пользователи жалуются на рекламу и падения после обновления ' || n % 500,
      created_by, updated_by
    from generate_series(1, ${signals}) as n join signals as template on template.id = 1 + n % 20000;
  `)
  await pool.query('vacuum analyze signals')
}
