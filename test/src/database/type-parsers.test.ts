import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { readInTransaction } from '../../../src/database/read.ts'
import { transact } from '../../../src/database/transaction.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const moments = fc.sample(
  fc.date({ min: new Date('1999-01-01'), max: new Date('2101-01-01'), noInvalidDate: true }),
  500,
)
// The fractions of a second have zero to six digits.
const written = moments.map((moment, index) =>
  moment.toISOString().replace(/\.(\d{3})Z/, ['.$1Z', '.$1999Z', '.000Z', '.100Z'][index % 4] ?? ''),
)

describe('a timestamp', () => {
  it.each(['UTC', 'Europe/Moscow', 'Asia/Kolkata', 'America/St_Johns'])(
    'is read as RFC 3339 in UTC with milliseconds in a session of the time zone %s',
    async (zone) => {
      const read = await transact(world.database.orm, async (em) => {
        await readInTransaction(em)({ text: `set local time zone '${zone}'`, values: [] })
        const text =
          'select at from unnest($1::text[]::timestamptz[]) with ordinality as t (at, n) order by n'
        return readInTransaction(em)<{ at: string }>({ text, values: [written] })
      })
      const expected = written.map((text) => text.replace(/(\.\d{3})\d*Z/, '$1Z'))
      expect(read.map(({ at }) => at)).toEqual(expected)
    },
  )
})
