import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Builds the npm package in `dist`. Node does not strip types below node_modules, so the package has compiled files.

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

// What the compiler does not emit.
const copied = [
  'agent-configs',
  'docs',
  'http/admin/public',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
]

rmSync(dist, { recursive: true, force: true })
execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
})
for (const path of copied) cpSync(join(root, path), join(dist, path), { recursive: true })
for (const path of readdirSync(join(dist, 'agent-configs'), { recursive: true, encoding: 'utf8' }))
  if (/stdio\.\w+$/.test(path)) startWithNpx(join(dist, 'agent-configs', path))
writeShrinkwrap()
writeManifest()
chmodSync(join(dist, 'cli/main.js'), 0o755)

/** Replaces the command that starts the server from a checkout. */
function startWithNpx(path: string): void {
  const text = readFileSync(path, 'utf8')
  const replaced = text
    .replace(/\bnpm\b/, 'npx')
    .replace(
      /("--prefix", "[^"]*", )?"run", "-s", "portfolio-ops", "--", "mcp"/,
      '"-y", "portfolio-ops", "mcp"',
    )
  if (!replaced.includes('"-y", "portfolio-ops", "mcp"'))
    throw new Error(`${path} does not start the server.`)
  writeFileSync(path, replaced)
}

function writeManifest(): void {
  const {
    private: _,
    scripts,
    devDependencies,
    allowScripts,
    ...manifest
  } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const files = readdirSync(dist).filter((name) => name !== 'package.json')
  const bin = { 'portfolio-ops': 'cli/main.js' }
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ ...manifest, bin, files }, null, 2)}\n`)
}

/** Pins the versions of indirect dependencies too, for everyone who installs the package. */
function writeShrinkwrap(): void {
  const { packages, ...lock } = read('package-lock.json')
  const { devDependencies, ...self } = packages['']
  const used = Object.entries<{ dev?: boolean }>(packages).filter(([, { dev }]) => !dev)
  const shrinkwrap = { ...lock, packages: { ...Object.fromEntries(used), '': self } }
  writeFileSync(join(dist, 'npm-shrinkwrap.json'), `${JSON.stringify(shrinkwrap, null, 2)}\n`)
}

// biome-ignore lint/suspicious/noExplicitAny: files of npm
function read(name: string): any {
  return JSON.parse(readFileSync(join(root, name), 'utf8'))
}
