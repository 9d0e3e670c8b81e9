import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { entities } from '../../../src/catalog/entities.ts'
import { openDatabase } from '../../../src/database/open.ts'
import { toFault } from '../../../src/record/database-fault.ts'
import { replicatedServers, type TestServer } from '../../support/replicated-servers.ts'
import { query } from '../../support/rows.ts'

let primary: TestServer
let standby: TestServer
let servers: Awaited<ReturnType<typeof replicatedServers>>
beforeAll(async () => {
  servers = await replicatedServers()
  primary = servers.primary
  standby = servers.standby
})

/** Opens the database on these hosts. */
function openOn(hosts: string[], replicaUrls: string[] = []) {
  return open(`postgres://postgres@${hosts.join(',')}/postgres?target_session_attrs=read-write`, replicaUrls)
}

async function open(url: string, replicaUrls: string[] = []) {
  const database = await openDatabase({
    url,
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
const connection = {
  text: `select host(inet_server_addr()) as address, ssl as encrypted from pg_stat_ssl where pid = pg_backend_pid()`,
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

describe('a socket', () => {
  it.each([
    ['in the parameter host', (folder: string) => `/postgres?host=${folder}`],
    ['in the parameter host, among several', (folder: string) => `/postgres?host=/nowhere,${folder}`],
    ['as percent-encoded host', (folder: string) => `${encodeURIComponent(folder)}/postgres?`],
  ])('%s is used, without TLS whatever sslmode says', async (_, place) => {
    const port = portOf(primary)
    const url = `postgres://postgres:secret@${place(servers.sockets)}&port=${port}&sslmode=verify-full`
    const { read } = await open(url)
    expect(await read(connection)).toEqual([{ address: null, encrypted: false }])
  })
})

describe('sslmode', () => {
  const urlOf = ({ host }: TestServer, parameters: string) =>
    `postgres://postgres@${host}/postgres?${parameters}`
  const withAuthority = () => `&sslrootcert=${servers.authority}`
  const connect = async (parameters: string, server = primary) => {
    const { read } = await open(urlOf(server, parameters), [urlOf(server, parameters)])
    return (await read<{ encrypted: boolean }>(connection))[0]?.encrypted
  }

  it.each(['require', 'no-verify', 'prefer'])('%s encrypts without verifying', async (mode) => {
    expect(await connect(`sslmode=${mode}`)).toBe(true)
  })

  it.each(['disable', 'allow'])('%s does not encrypt if the server does not demand it', async (mode) => {
    expect(await connect(`sslmode=${mode}`)).toBe(false)
  })

  it('prefer does not encrypt on a server without TLS, where require fails', async () => {
    await query(primary.url, `alter system set ssl = off`)
    await query(primary.url, 'select pg_reload_conf()')
    onTestFinished(async () => {
      await query(primary.url, `alter system reset ssl`)
      await query(primary.url, 'select pg_reload_conf()')
    })
    await expect.poll(() => connect('sslmode=prefer')).toBe(false)
    await expect(connect('sslmode=require')).rejects.toThrow(
      /does not support SSL connections\. Enable TLS on the server, or use sslmode=disable/,
    )
  })

  it.each(['verify-full', 'verify-ca', 'require'])('%s verifies by sslrootcert', async (mode) => {
    expect(await connect(`sslmode=${mode}${withAuthority()}`)).toBe(true)
    const other = primary.host.replace('127.0.0.1', 'localhost')
    const byName = connect(`sslmode=${mode}${withAuthority()}`, { ...primary, host: other })
    // Only verify-full compares the host with the certificate, which is for 127.0.0.1.
    if (mode === 'verify-full')
      await expect(byName).rejects.toThrow(
        /cannot be used: .*localhost.* The certificate is for other names\. Use one of them as the host in DATABASE_URL[^-]*verify-ca[^-]*$/,
      )
    else expect(await byName).toBe(true)
  })

  it('verify-full fails without the certificate of the authority, and says how to name it', async () => {
    await expect(connect('sslmode=verify-full')).rejects.toThrow(
      /cannot be used: unable to verify the first certificate\. Append sslrootcert=FILE to DATABASE_URL[^-]*$/,
    )
  })

  it('verifies each of several hosts by its own name', async () => {
    const hosts = [standby.host.replace('127.0.0.1', 'localhost'), primary.host].join(',')
    const url = `postgres://postgres@${hosts}/postgres?sslmode=verify-full${withAuthority()}`
    const { read } = await open(url)
    expect(await read(connection)).toEqual([{ address: '127.0.0.1', encrypted: true }])
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
