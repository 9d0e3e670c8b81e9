import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import server from '../../agent-configs/server.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }
import { clients } from '../../src/config/agent-config.ts'
import { type Account, canEnter, isRoot } from '../../src/database/embedded/run.ts'
import { commandOf, parse } from '../support/agent-configs.ts'
import { removeDataFolder } from '../support/remove-data-folder.ts'
import { makeWorld } from '../support/world.ts'

const root = join(import.meta.dirname, '../..')
const execute = promisify(execFile)
const nobody = { uid: 65534, gid: 65534 }
const nobodyCanStart = isRoot() && (await canEnter(nobody, dirname(process.execPath)))

// A project with the installed package, and the home directory of its user.
let project: string
let environment: Record<string, string>
let installed: string
let billOfMaterials: string
let data: string
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'portfolio-ops-installed-'))
  installed = join(project, 'node_modules/portfolio-ops')
  data = join(project, 'home/.local/share/portfolio-ops')
  // The account that PostgreSQL runs as, if the test runs as root, must be able to enter it.
  await chmod(project, 0o755)
  await mkdir(join(project, 'home'))
  // npm and npx run with the Node.js of the tests. npm keeps its downloads in the home directory of the test run.
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
  const npm = (cwd: string, ...args: string[]) => execute('npm', args, { cwd, env: { ...process.env, PATH } })
  const context = await dockerContext()
  await npm(context, 'run', '-s', 'build')
  const { stdout } = await npm(join(context, 'dist'), 'pack', '--json', '--pack-destination', project)
  billOfMaterials = (
    await npm(join(context, 'dist'), 'sbom', '--package-lock-only', '--sbom-format=cyclonedx')
  ).stdout
  await writeFile(join(project, 'package.json'), '{}')
  // As with npx, no install script runs.
  await npm(
    project,
    'install',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    JSON.parse(stdout)[0].filename,
  )
  environment = { PATH, HOME: join(project, 'home'), LOG_LEVEL: 'silent' }
}, 300_000)
afterAll(async () => {
  await removeDataFolder(data)
  await rm(project, { recursive: true })
})

const npx = ['npx', '-y', 'portfolio-ops']
const run = (...args: string[]) =>
  execute(npx[0] as string, [...npx.slice(1), ...args], { cwd: project, env: environment })

describe('the package', () => {
  it('has the commands of the checkout', async () => {
    const checkout = await execute(process.execPath, [join(root, 'cli/main.ts'), '--help'])
    expect(await run('--help')).toEqual({ ...checkout, stderr: '' })
  })

  it('lists its dependencies in CycloneDX, by the command of the image and of the release', async () => {
    const { bomFormat, metadata, components } = JSON.parse(billOfMaterials)
    expect([bomFormat, metadata.component.purl]).toEqual([
      'CycloneDX',
      `pkg:npm/portfolio-ops@${manifest.version}`,
    ])
    const names = components.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)))
    expect(names).not.toContain('vitest')
    for (const path of ['Dockerfile', '.github/workflows/release.yml'])
      expect(await readFile(join(root, path), 'utf8')).toContain(
        'npm sbom --package-lock-only --sbom-format=cyclonedx',
      )
  })

  // No libraries are linked, because the package was installed without scripts.
  it.runIf(nobodyCanStart)('serves for an ordinary user, who cannot change its files', async () => {
    const home = join(project, 'other-home')
    await mkdir(home)
    await chown(home, nobody.uid, nobody.gid)
    const { startup, get } = await serve({ HOME: home }, nobody)
    expect(startup.data).toBe(join(home, '.local/share/portfolio-ops'))
    expect((await get('/health/ready')).status).toBe(200)
    const copies = await readdir(join(home, '.cache/portfolio-ops'))
    expect(copies).toContainEqual(expect.stringMatching(/^postgresql-/))
  })

  it('serves, without install scripts, on data in the folder of the user', async () => {
    const { startup, get } = await serve({})
    expect(startup.data).toBe(data)
    const checkout = await makeWorld()
    const document = await checkout.app.inject({ url: '/openapi.json' })
    expect(withoutServers(await (await get('/openapi.json')).json())).toEqual(withoutServers(document.json()))
    const login = await (await get('/admin/login')).text()
    const files = [...login.matchAll(/(?:href|src)="([^"]*static\/[^"]+)"/g)]
    expect(files.length).toBeGreaterThan(2)
    for (const [, path] of files)
      expect((await fetch(new URL(path as string, `${startup.url}/admin/login`))).status).toBe(200)
    expect((await run('demo', '--json')).stdout).toContain('"products"')
    expect((await run('doctor')).stdout).toMatch(/./)
  })

  it.each(clients)('is what the stdio configuration of %s starts', async (client) => {
    const table = JSON.parse(await readFile(join(installed, 'agent-configs/clients.json'), 'utf8'))
    const file = table[client].stdio
    const { command, args } = commandOf(
      parse(file, await readFile(join(installed, 'agent-configs', file), 'utf8')),
      project,
    )
    expect([command, ...args]).toEqual([...npx, 'mcp'])
  })

  it('answers over stdio with the tools of the checkout', async () => {
    const env = { ...environment, DATABASE_URL: '' }
    const ours = await toolsOf({
      command: npx[0] as string,
      args: [...npx.slice(1), 'mcp'],
      env,
      cwd: project,
    })
    const checkout = { command: process.execPath, args: [join(root, 'cli/main.ts'), 'mcp'], cwd: root }
    expect(ours).toEqual(await toolsOf({ ...checkout, env: { ...env, DATA_DIR: data } }))
  })

  it('is the one that server.json names', async () => {
    const {
      name,
      version,
      mcpName,
      private: isPrivate,
    } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
    expect([mcpName, isPrivate]).toEqual([server.name, undefined])
    expect(server.packages[0]).toMatchObject({ registryType: 'npm', identifier: name, version })
    expect(version).toBe(manifest.version)
  })
})

/** Copies the files that the image is built from, which .dockerignore lists, and returns their folder. */
async function dockerContext(): Promise<string> {
  const context = join(project, 'context')
  const lines = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n')
  for (const path of lines.flatMap((line) => (line.startsWith('!') ? line.slice(1) : [])))
    await cp(join(root, path), join(context, path), { recursive: true })
  await symlink(join(root, 'node_modules'), join(context, 'node_modules'))
  return context
}

/** Starts the installed server, which is stopped after the test. */
async function serve(variables: Record<string, string>, account: Account = {}) {
  const child = spawn(process.execPath, [join(installed, 'cli/main.js'), 'serve', '--json'], {
    ...account,
    cwd: project,
    env: { ...environment, PORT: '0', ...variables },
  })
  const closed = once(child, 'close')
  onTestFinished(async () => {
    child.kill()
    await closed
  })
  const startup = await firstLine(child)
  return { startup, get: (path: string) => fetch(startup.url + path) }
}

async function firstLine(child: ChildProcess) {
  let text = ''
  for await (const chunk of child.stdout ?? []) {
    text += chunk
    if (text.includes('\n')) return JSON.parse(text)
  }
  throw new Error('The server ended before its first line.')
}

function withoutServers({ servers, ...document }: { servers?: unknown }) {
  return document
}

async function toolsOf(parameters: ConstructorParameters<typeof StdioClientTransport>[0]) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  // The transports of the SDK do not match its interface under exactOptionalPropertyTypes.
  await client.connect(new StdioClientTransport({ ...parameters, stderr: 'ignore' }) as never)
  const { tools } = await client.listTools()
  await client.close()
  return tools
}
