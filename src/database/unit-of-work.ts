import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'

export type { EntityManager, MikroORM }

/**
 * Runs `work` in one transaction and commits what it did, or nothing. With `dryRun` everything happens,
 * constraints included, and is rolled back at the end. What a constraint refuses is thrown as the driver says it.
 */
export async function transact<T>(
  orm: MikroORM,
  work: (em: EntityManager) => Promise<T>,
  dryRun = false,
): Promise<T> {
  const em = orm.em.fork()
  try {
    await em.begin()
    const result = await work(em)
    await em.flush()
    await (dryRun ? em.rollback() : em.commit())
    return result
  } catch (error) {
    // A connection that broke cannot roll back; what broke it is the error worth telling.
    if (em.isInTransaction()) await em.rollback().catch(() => undefined)
    throw error
  }
}
