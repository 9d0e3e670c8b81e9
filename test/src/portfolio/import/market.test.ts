import { beforeAll, describe, expect, it } from 'vitest'
import { importerOf, reasonsIn } from '../../../support/importer.ts'
import { atOnce, makeApp, sql } from '../../../support/makers.ts'
import { marketOf } from '../../../support/market.ts'
import { operator } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const { addPosition, changePosition, historyOf } = marketOf(() => world)
const { run, importLines, importRows } = importerOf(() => world)
const positionsOf = (app_id: number) =>
  sql(
    world,
    `select keyword, country, platform, position, measured, date::text from keyword_positions
      where app_id = $1 order by date, keyword, country`,
    app_id,
  )

const rejection = (line: number, ...faults: [string | null, string | null | undefined, string][]) => ({
  line,
  faults: faults.map(([field, value, reason]) => ({ field, value, reason })),
})

describe('an import of keyword positions', () => {
  it('creates and changes positions, and rejects invalid lines with their numbers and reasons', async () => {
    const { id, slug } = await makeApp(world, { platform: 'Android' })
    const stored = await addPosition({ app_slug: slug, keyword: 'Сканер', date: '2026-01-01', position: 9 })
    await addPosition({
      app_slug: slug,
      keyword: 'same',
      date: '2026-01-01',
      position: 5,
      platform: 'Huawei',
    })
    const result = await run(
      'keyword-positions',
      'app_slug,keyword,country,position,date,note',
      `${slug},сканер,de,12,2026-01-01,`,
      `${slug},same,DE,5,2026-01-01,`,
      `${id},absent,DE,,2026-01-02,ignored`,
      'none,qr,DE,1,2026-01-01,',
      `${slug},,XX,1001,2026-02-30,`,
      `${slug},ABSENT,DE,3,2026-01-02,`,
      `${slug},qr,DE`,
      '',
      ',,,,,',
      `${slug},new,DE,1000,2026-01-03,`,
    )
    expect(result).toEqual({
      lines: 8,
      created: 2,
      changed: 1,
      unchanged: 1,
      rejected: 4,
      rejections: [
        rejection(5, ['app_slug', 'none', 'The selected app slug is invalid.']),
        rejection(
          6,
          ['keyword', '', 'The keyword field is required.'],
          ['country', 'XX', 'The selected country is invalid.'],
          ['position', '1001', 'The position field must not be greater than 1000.'],
          ['date', '2026-02-30', 'The date field must match the format Y-m-d. February 2026 has 28 days.'],
        ),
        rejection(7, [null, undefined, 'Line 4 has the same app_slug, keyword, country and date.']),
        rejection(8, ['date', '', 'The date field is required.']),
      ],
      rejected_lines: [5, 6, 7, 8],
      changes: [{ line: 2, changes: { position: { from: 9, to: 12 } } }],
      ignored_columns: ['note'],
    })
    expect(await positionsOf(id)).toEqual(
      [
        ['same', 'Huawei', 5, '2026-01-01'],
        ['Сканер', 'Android', 12, '2026-01-01'],
        ['absent', 'Android', null, '2026-01-02'],
        ['new', 'Android', 1000, '2026-01-03'],
      ].map(([keyword, platform, position, date]) => ({
        keyword,
        country: 'DE',
        platform,
        position,
        measured: true,
        date,
      })),
    )
    expect((await historyOf('keyword_position', stored.id)).at(-1)).toEqual({
      event: 'updated',
      changes: { position: { from: 9, to: 12 } },
      actor: operator.by,
    })
    const [created] = await sql(
      world,
      `select changes from history where record_type = 'keyword_position' and changes->'keyword'->>'to' = 'new'`,
    )
    expect(created?.changes).toEqual({
      app_id: { from: null, to: id },
      keyword: { from: null, to: 'new' },
      country: { from: null, to: 'DE' },
      platform: { from: null, to: 'Android' },
      position: { from: null, to: 1000 },
      measured: { from: null, to: true },
      date: { from: null, to: '2026-01-03' },
    })
  })

  it('distinguishes absent from unmeasured positions by the column measured', async () => {
    const { id, slug } = await makeApp(world)
    const header = 'App Slug;Keyword;Country;Platform;Position;Measured;Date'
    await run(
      'keyword-positions',
      header,
      `${slug};a;DE;Android;;FALSE;2026-01-01`,
      `${slug};b;DE;;;true;2026-01-01`,
      `${slug};c;DE;;7,0000;0;2026-01-01`,
    )
    expect(await positionsOf(id)).toMatchObject([
      { keyword: 'a', platform: 'Android', position: null, measured: false },
      { keyword: 'b', platform: 'iOS', position: null, measured: true },
      { keyword: 'c', position: 7, measured: true },
    ])
  })

  it.each(['1,000', '1.000'])('rejects %s, which may mean a thousand or one', async (position) => {
    const { slug } = await makeApp(world)
    const line = `${slug};a;DE;${position};2026-01-01`
    const result = await run('keyword-positions', 'app_slug;keyword;country;position;date', line)
    expect(reasonsIn(result)).toEqual([[2, 'The position field must be an integer.']])
  })

  it('counts lines in several batches, and lists the first 500 rejected ones', async () => {
    const { id, slug } = await makeApp(world)
    const lines = Array.from(
      { length: 2500 },
      (_, n) => `${slug},k${n % 1800},DE,${n % 2 ? 1 : 0},2026-01-01`,
    )
    const result = await run('keyword-positions', 'app_slug,keyword,country,position,date', ...lines)
    expect(result).toMatchObject({ lines: 2500, created: 900, rejected: 1600 })
    expect(result.rejections).toHaveLength(500)
    expect(reasonsIn(result)[499]).toEqual([1000, 'The position field must be at least 1.'])
    expect(result.rejected_lines).toHaveLength(1600)
    expect(await positionsOf(id)).toHaveLength(900)
  })

  it('stores nothing if it fails', async () => {
    const { id, slug } = await makeApp(world)
    async function* failing() {
      for (let n = 0; n < 1500; n++) yield { number: n + 2, cells: [slug, `k${n}`, 'DE', '1', '2026-01-01'] }
      throw new Error('lost connection')
    }
    const names = ['app_slug', 'keyword', 'country', 'position', 'date']
    const failed = importRows('keyword-positions', names, failing())
    await expect(failed).rejects.toThrow('lost connection')
    expect(await positionsOf(id)).toEqual([])
  })

  it('creates a position once when it is imported and created concurrently', async () => {
    const { id, slug } = await makeApp(world)
    const lines = Array.from({ length: 300 }, (_, n) => `${slug},k${n},DE,${n + 1},2026-01-01`)
    const [first, second] = await Promise.all([
      ...[0, 1].map(() =>
        importLines('keyword-positions', ['app_slug,keyword,country,position,date', ...lines]),
      ),
      atOnce(20, (n) =>
        addPosition({ app_slug: slug, keyword: `K${n}`, date: '2026-01-01', position: n + 1 }).catch(
          () => null,
        ),
      ),
    ])
    const counts = [first, second].map((result) => result as Awaited<ReturnType<typeof importLines>>)
    expect(counts.map(({ created, changed, unchanged }) => created + changed + unchanged)).toEqual([300, 300])
    expect(counts.map(({ rejected }) => rejected)).toEqual([0, 0])
    expect(await positionsOf(id)).toHaveLength(300)
  })

  it('keeps a concurrent change of a position in its history', async () => {
    const { slug } = await makeApp(world)
    const { id } = await addPosition({ app_slug: slug, keyword: 'a', date: '2026-01-01', position: 1 })
    await Promise.all([
      changePosition(id, { position: 2 }),
      importLines('keyword-positions', [
        'app_slug,keyword,country,position,date',
        `${slug},a,DE,3,2026-01-01`,
      ]),
    ])
    const history = await historyOf('keyword_position', id)
    const values = history.map(
      ({ changes }) => (changes as Record<string, { from: number; to: number }>).position,
    )
    expect(values).toHaveLength(3)
    expect(values[1]?.from).toBe(1)
    expect(values[2]?.from).toBe(values[1]?.to)
  })
})
