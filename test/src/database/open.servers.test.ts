import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { openDatabase } from '../../../src/database/open.ts'
import { entities } from '../../../src/entities.ts'
import { toFault } from '../../../src/record/database-fault.ts'
import { replicatedServers, type TestServer } from '../../support/replicated-servers.ts'
import { query } from '../../support/rows.ts'

let primary: TestServer
let standby: TestServer
beforeAll(async () => {
  const servers = await replicatedServers()
  primary = servers.primary
  standby = servers.standby
})

/** Opens the database on these hosts. */
async function openOn(hosts: string[], replicaUrls: string[] = []) {
  const database = await openDatabase({
    url: `postgres://postgres@${hosts.join(',')}/postgres?target_session_attrs=read-write`,
    dataDir: '',
    replicaUrls,
    pool: 4,
    prepared: true,
    entities,
    migrations,
    report: () => undefined,
  })
  onTestFinished(() => database.close())
  return database
}

const server = {
  text: `select current_setting('port') as port, pg_is_in_recovery() as is_standby`,
  values: [],
}
const portOf = ({ url }: TestServer) => new URL(url).port

describe('a standby', () => {
  it('is behind while it does not replay what the primary wrote', async () => {
    const { checkReplicas } = await openOn([primary.host], [standby.url])
    const lag = async () => (await checkReplicas())[0]?.lagSeconds
    await query(primary.url, 'create table first_rows (id int)')
    await expect.poll(lag).toBe(0)
    await query(standby.url, 'select pg_wal_replay_pause()')
    await query(primary.url, 'insert into first_rows values (1)')
    await expect.poll(lag).toBeGreaterThan(0.2)
    await query(standby.url, 'select pg_wal_replay_resume()')
    await expect.poll(lag).toBe(0)
  })
})

describe('a database with several hosts', () => {
  it('is read and written on the primary, in any order of the hosts', async () => {
    for (const hosts of [
      [standby.host, primary.host],
      [primary.host, standby.host],
    ]) {
      const { read } = await openOn(hosts)
      const rows = await Promise.all(Array.from({ length: 8 }, () => read(server)))
      expect(rows.flat()).toEqual(Array(8).fill({ port: portOf(primary), is_standby: false }))
    }
  })

  it('cannot be opened if no host is a primary, and the error has the reason for each', async () => {
    const open = openOn(['127.0.0.1:1', standby.host])
    await expect(open).rejects.toThrow(
      `The database at 127.0.0.1:1, ${standby.host} cannot be used: No host of DATABASE_URL is a primary: ` +
        `127.0.0.1:1 connect ECONNREFUSED 127.0.0.1:1; ${standby.host} is a standby. Start the database or correct DATABASE_URL.`,
    )
  })

  it('is used on the promoted standby after the primary was killed, without a restart', async () => {
    const { read } = await openOn([primary.host, standby.host])
    await Promise.all(Array.from({ length: 4 }, () => read(server)))
    await primary.kill()
    const whileNoneIsPrimary = await read(server).catch(toFault)
    expect(whileNoneIsPrimary).toMatchObject({ code: 'unavailable' })
    expect(await read(server).catch(toFault)).toMatchObject({ code: 'unavailable' })
    await query(standby.url, 'select pg_promote()')
    expect(await read(server)).toEqual([{ port: portOf(standby), is_standby: false }])
  })
})
