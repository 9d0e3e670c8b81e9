import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { openCluster } from '../../../../src/database/embedded/cluster.ts'
import { startServer } from '../../../../src/database/embedded/server.ts'
import { embeddedWorld } from './world.ts'

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
  cd /root/checkout && HOME=/root DATA_DIR=/root/data PORT=0 exec npm start 2>&1`

test.skipIf(!hasNamespaces).each([
  ['portfolio-ops', 'which is created', bareMachine],
  ['nobody', 'if no account can be created', bareMachine + withoutUseradd],
])(
  'npm start as root on a bare machine runs PostgreSQL as %s, %s (skipped without mount namespaces)',
  async (account, _, machine) => {
    const service = spawn('unshare', ['--mount', 'sh', '-c', machine + npmStart], {
      env: { PATH: process.env.PATH, CHECKOUT: join(import.meta.dirname, '../../../..') },
      detached: true,
    })
    const stop = (signal: NodeJS.Signals) => process.kill(-Number(service.pid), signal)
    onTestFinished(() => void (service.exitCode === null && stop('SIGKILL')))
    const closed = once(service, 'close')
    let output = ''
    for await (const line of createInterface(service.stdout)) {
      output += `${line}\n`
      if (line.includes('To add another agent')) break
    }
    const [, url] = /is available at (\S+)/.exec(output) ?? []
    expect((await fetch(`${url}/health/ready`)).status, output).toBe(200)
    const [, folder = ''] = /^ +Data +(\/var\/lib\/portfolio-ops\/data-[0-9a-f]{12})$/m.exec(output) ?? []

    const run = (command: string) =>
      execFileSync('nsenter', ['-m', '-t', `${service.pid}`, 'sh', '-c', command]).toString()
    const [, pid] = /^(\d+)/.exec(run(`cat ${folder}/cluster/data/postmaster.pid`)) ?? []
    expect(run(`readlink /proc/${pid}/exe`)).toContain('/var/lib/portfolio-ops/postgresql-')
    expect(run(`cd ${folder}/cluster && stat -c '%a %U' /root . data password`)).toBe(
      `700 root\n711 root\n700 ${account}\n600 root\n`,
    )
    stop('SIGTERM')
    await closed
    // It may end shortly after the service, which has asked it to.
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
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
    await expect(start).rejects.toThrow(/symbolic link|Permission denied|already exists/)
    expect(readFileSync(target, 'utf8')).toBe('secret')
    rmSync(path)
  },
)
