import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openCluster } from '../../../../src/database/embedded/cluster.ts'
import { startServer } from '../../../../src/database/embedded/server.ts'
import { embeddedWorld } from './world.ts'

const checkout = join(import.meta.dirname, '../../../..')
const asRoot = process.getuid?.() === 0
const hasNamespaces = asRoot && spawnSync('unshare', ['--mount', 'true']).status === 0
const world = embeddedWorld()

// A machine without the user "postgres", with a checkout and a DATA_DIR below /root, which only root can enter.
const bareMachine = `
  set -e
  mount -t tmpfs tmpfs /root && chmod 700 /root
  mkdir /root/checkout /root/etc && mount --bind "$CHECKOUT" /root/checkout
  cp -a /etc/. /root/etc && chmod 755 /root/etc
  for file in passwd group shadow gshadow; do
    [ ! -e /etc/$file ] || grep -vE '^(postgres|portfolio-ops):' /etc/$file > /root/etc/$file
  done
  mount --bind /root/etc /etc
  mount -t tmpfs tmpfs /var/lib && chmod 755 /var/lib`
const withoutUseradd = `
  cp /etc/passwd /root/passwd && mount --bind /root/passwd /etc/passwd`
const npmStart = `
  mkdir /root/service && cd "$CHECKOUT"
  cp -a agent-configs cli http mcp migrations package.json src /root/service
  mkdir /root/service/node_modules && mount --bind node_modules /root/service/node_modules
  cd /root/service && exec npm start`
const startTwice = `
  const { joinEmbedded } = await import('/root/checkout/src/database/embedded/join.ts')
  const { default: fs } = await import('node:fs')
  const { execFileSync } = await import('node:child_process')
  const { default: pg } = await import('/root/checkout/node_modules/pg/lib/index.js')
  const reported = []
  async function use(...statements) {
    const { url, folder, leave } = await joinEmbedded('/root/data', (line) => reported.push(line))
    const client = new pg.Client(url)
    await client.connect()
    let rows
    for (const statement of statements) rows = (await client.query(statement)).rows
    await client.end()
    const { uid, gid } = fs.statSync(folder + '/cluster/data')
    const programs = fs.readlinkSync('/proc/' + fs.readFileSync(folder + '/cluster/data/postmaster.pid', 'utf8').split('\\n')[0] + '/exe')
    await leave()
    return { folder, rows, uid, gid, programs }
  }
  await use('create table kept as select 7 as number')
  const second = await use('select number from kept')
  const mode = (path) => (fs.statSync(path).mode & 0o777).toString(8) + ' ' + fs.statSync(path).uid
  const find = (test) => execFileSync('find', ['/root/data', '/var/lib/portfolio-ops', ...test]).toString()
  console.log(JSON.stringify({
    ...second, reported,
    name: execFileSync('id', ['-un', String(second.uid)]).toString().trim(),
    modes: [mode('/root'), mode('/var/lib/portfolio-ops'), mode(second.folder + '/cluster'), mode(second.folder + '/cluster/password')],
    strays: find(['-name', '.portfolio-ops-draft-*']),
    owned: find(['-uid', String(second.uid), '-prune']),
  }))`

describe.skipIf(!hasNamespaces)(
  'as root on a bare machine (skipped unless root may create mount namespaces)',
  () => {
    test.each([
      ['creates an account for PostgreSQL', bareMachine, 'portfolio-ops'],
      ['uses the account "nobody" if none can be created', bareMachine + withoutUseradd, 'nobody'],
    ])(
      '%s, and keeps programs and data where it can enter',
      (_, preparation, name) => {
        const command = `${preparation}\nexec "$NODE" --input-type=module --eval "$SCRIPT"`
        const output = execFileSync('unshare', ['--mount', 'sh', '-c', command], {
          env: { PATH: process.env.PATH, CHECKOUT: checkout, NODE: process.execPath, SCRIPT: startTwice },
        })
        const started = JSON.parse(output.toString())
        expect(started).toMatchObject({ name, rows: [{ number: 7 }], strays: '' })
        expect(started.folder).toMatch(/^\/var\/lib\/portfolio-ops\/data-[0-9a-f]{12}$/)
        expect(started.reported).toEqual([`Creating the database in ${started.folder} …`])
        expect(started.programs).toMatch(/^\/var\/lib\/portfolio-ops\/postgresql-[^/]+\/bin\/postgres$/)
        expect(started.modes).toEqual(['700 0', '755 0', '711 0', '600 0'])
        // Nothing but the data belongs to the account.
        expect(started.owned).toBe(`${started.folder}/cluster/data\n`)
      },
      60_000,
    )

    test('npm start brings up the service and prints where its data is', async () => {
      const service = spawn('unshare', ['--mount', 'sh', '-c', bareMachine + npmStart], {
        env: { PATH: process.env.PATH, HOME: '/root', CHECKOUT: checkout, PORT: '0', LOG_LEVEL: 'silent' },
        detached: true,
      })
      const stop = (signal: NodeJS.Signals) => process.kill(-Number(service.pid), signal)
      const closed = once(service, 'close')
      onTestFinished(() => void (service.exitCode === null && stop('SIGKILL')))
      let [output, errors] = ['', '']
      service.stderr.on('data', (chunk) => {
        errors += chunk
      })
      for await (const line of createInterface(service.stdout)) {
        output += `${line}\n`
        if (line.includes('To add another agent')) break
      }
      expect(output, errors).toMatch(/^ +Data +\/var\/lib\/portfolio-ops\/data-[0-9a-f]{12}$/m)
      const [, url] = /is available at (\S+)/.exec(output) ?? []
      expect((await fetch(`${url}/health/ready`)).status).toBe(200)
      stop('SIGTERM')
      await closed
    }, 120_000)
  },
)

test.skipIf(!asRoot).each(['password', 'data/PG_VERSION', 'data/postmaster.pid', 'data/log/server.log'])(
  'a link at %s gives the account of PostgreSQL no file of root',
  async (name) => {
    await (await world.enter()).leave()
    // Like the cluster of an ordinary user.
    execFileSync('chown', ['-R', 'nobody', world.dataDir])
    const [path, target] = [join(world.dataDir, 'cluster', name), `${world.dataDir}-target`]
    writeFileSync(target, 'secret', { mode: 0o600 })
    rmSync(path, { force: true })
    symlinkSync(target, path)
    onTestFinished(() => rmSync(target))
    const start = openCluster(world.dataDir, () => undefined).then((cluster) => startServer(cluster))
    await expect(start).rejects.toThrow(/Permission denied|already exists/)
    expect(readFileSync(target, 'utf8')).toBe('secret')
    expect(lstatSync(target).uid).toBe(0)
    rmSync(path)
  },
)

test.skipIf(!asRoot)('root keeps every file but the data for itself', async () => {
  await world.enter()
  const ownerOf = (name: string) => lstatSync(join(world.dataDir, name)).uid
  for (const name of ['', 'cluster', 'cluster/password']) expect(ownerOf(name)).toBe(0)
  expect(ownerOf('cluster/data')).toBeGreaterThan(0)
})
