import { beforeAll, describe, expect, it } from 'vitest'
import { readPair } from '../../../src/database/read.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const select = (value: string) => ({ text: `select ${value} as value, $1::int as number`, values: [1] })

describe('a pair of statements', () => {
  it('is answered in order, on one connection', async () => {
    const pid = select('pg_backend_pid()')
    const [[one], [two]] = await readPair(world.database.read, pid, { ...pid, unprepared: true })
    expect(one).toEqual(two)
    const pairs = Array.from({ length: 20 }, (_, place) =>
      readPair(world.database.read, select(`'a${place}'`), select(`'b${place}'`)),
    )
    for (const [place, [[a], [b]]] of (await Promise.all(pairs)).entries())
      expect([a, b]).toMatchObject([{ value: `a${place}` }, { value: `b${place}` }])
  })

  it.each([
    ['first', select('1 / 0'), select('2')],
    ['second', select('1'), select('2 / 0')],
  ])('fails if the %s fails, and leaves the pool usable', async (_, first, second) => {
    await expect(readPair(world.database.read, first, second)).rejects.toMatchObject({ code: '22012' })
    expect(await world.database.read(select('3'))).toMatchObject([{ value: 3 }])
  })
})
