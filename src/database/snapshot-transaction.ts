import { type Read, readInTransaction } from './read.ts'
import { type MikroORM, transact } from './transaction.ts'

/** Runs the callback with a `Read` that sees the database as it is at its first statement, however many follow. */
export async function withSnapshot<T>(orm: MikroORM, callback: (read: Read) => Promise<T>): Promise<T> {
  return transact(orm, async (em) => {
    const read = readInTransaction(em)
    await read(isolation)
    return callback(read)
  })
}

const isolation = {
  text: 'set transaction isolation level repeatable read, read only',
  values: [] as unknown[],
  unprepared: true,
}
