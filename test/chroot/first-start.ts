import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

// Starts the packed package by npx on an empty machine, a minimal Debian with nothing but Node.js and npm, as root and
// as an ordinary user. Exits with 1 if it does not serve the summary of the portfolio.

const root = join(import.meta.dirname, '../..')
const npmVersions = ['11', '12']
const users = { root: '/root', anna: '/home/anna' }
const timeoutMs = 120_000

const missing = ['debootstrap', 'unshare', 'chroot', 'npm'].filter((program) => spawnSync(program).error)
if (process.getuid?.() !== 0) missing.push('the rights of root')
if (missing.length > 0) {
  console.log(`Skipped, because this machine does not have ${missing.join(', ')}.`)
  process.exit()
}

const folder = mkdtempSync(join(tmpdir(), 'first-start-'))
try {
  const machine = createMachine(join(folder, 'debian'))
  for (const npm of npmVersions)
    for (const [user, home] of Object.entries(users)) {
      const copy = join(folder, `npm-${npm}-${user}`)
      execFileSync('cp', ['-a', machine, copy])
      const startedAt = performance.now()
      const status = await statusOfSummary(copy, user, home, npm).catch((error: Error) => error.message)
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      console.log(`npm ${npm}, ${user}: the summary after ${seconds} s: ${status}`)
      if (status !== 200) process.exitCode = 1
      rmSync(copy, { recursive: true })
    }
} finally {
  rmSync(folder, { recursive: true })
}

function createMachine(machine: string): string {
  execFileSync('debootstrap', ['--variant=minbase', 'stable', machine], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  execFileSync('chroot', [machine, 'useradd', '--create-home', 'anna'])
  copyFileSync(process.execPath, join(machine, 'usr/local/bin/node'))
  // What it needs to reach the registry.
  mkdirSync(join(machine, 'etc/ssl/certs'), { recursive: true })
  for (const file of ['etc/resolv.conf', 'etc/hosts', 'etc/ssl/certs/ca-certificates.crt'])
    copyFileSync(join('/', file), join(machine, file))
  execFileSync('npm', ['run', '-s', 'build'], { cwd: root, stdio: 'inherit' })
  const { filename } = pack(join(root, 'dist'))
  copyFileSync(join(folder, filename), join(machine, 'opt/portfolio-ops.tgz'))
  for (const version of npmVersions) {
    const npm = join(machine, 'opt', `npm-${version}`)
    mkdirSync(npm)
    execFileSync('tar', [
      '-xzf',
      join(folder, pack(`npm@${version}`).filename),
      '-C',
      npm,
      '--strip-components=1',
    ])
    execFileSync('chmod', ['-R', 'a+rX', npm])
  }
  chmodSync(folder, 0o755)
  return machine
}

function pack(specifier: string): { filename: string } {
  const args = ['pack', '--json', '--pack-destination', folder, specifier]
  return JSON.parse(execFileSync('npm', args, { encoding: 'utf8' }))[0]
}

/** Runs one command as a user of the machine, and returns the status of the summary that it then serves. */
async function statusOfSummary(machine: string, user: string, home: string, npm: string): Promise<number> {
  const npx = `exec node /opt/npm-${npm}/bin/npx-cli.js -y --package /opt/portfolio-ops.tgz portfolio-ops serve --json`
  const mounts = `mount -t proc proc ${machine}/proc; mount -t tmpfs -o mode=1777 tmpfs ${machine}/dev/shm`
  const chroot = `chroot --userspec=${user} ${machine} sh -c 'cd; ${npx}'`
  // When it is killed, the mounts and every process of the machine end with it. For that the shell must stay the first
  // process: one that has changed its user would not be killed.
  const command = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', `${mounts}; ${chroot}; exit $?`]
  const child = spawn('unshare', command, {
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
      HOME: home,
      npm_config_cafile: '/etc/ssl/certs/ca-certificates.crt',
      PORT: '0',
    },
    // With an open pipe as stdin npm would not end.
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  let log = ''
  child.stderr.on('data', (text) => {
    log += text
  })
  try {
    for await (const line of createInterface(child.stdout)) {
      const { url, token } = JSON.parse(line)
      const headers = { 'x-portfolio-token': token }
      return (await fetch(`${url}/api/portfolio/summary`, { headers })).status
    }
    throw new Error(log)
  } finally {
    const closed = once(child, 'close')
    child.kill('SIGKILL')
    await closed
  }
}
