import { beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { openDatabase } from '../../../src/database/open.ts'
import { entities } from '../../../src/entities.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const openAs = (query: string) =>
  openDatabase({
    url: `${world.url}?${query}`,
    dataDir: '',
    replicaUrls: [],
    pool: 2,
    prepared: true,
    entities,
    migrations,
    report: () => undefined,
  })

describe('the query of DATABASE_URL', () => {
  it('is passed to the driver', async () => {
    const database = await openAs('application_name=nightly')
    const rows = await database.read({
      text: `select current_setting('application_name') as name`,
      values: [],
    })
    await database.close()
    expect(rows).toEqual([{ name: 'nightly' }])
  })

  it('can require a secure connection, without which opening fails', async () => {
    // The server has no TLS, or a certificate that no authority signed.
    await expect(openAs('sslmode=verify-full')).rejects.toThrow(/cannot be used: .*(SSL|certificate)/)
  })
})
