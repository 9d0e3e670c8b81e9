import { readFileSync, writeFileSync } from 'node:fs'

// Writes the version of package.json, and the day of its release, wherever else they stand. `npm version` runs this.

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const versioned = ['agent-configs/server.json', 'Dockerfile', 'compose.yaml', 'docs/coolify.yaml']
const [today = ''] = new Date().toISOString().split('T')

for (const path of versioned)
  replace(path, /(portfolio-ops:|ARG VERSION=|"version": ")\d+\.\d+\.\d+/g, `$1${version}`)
replace('CHANGELOG.md', /^(## .+) \(unreleased\)$/m, `$1 (${today})`)
if (!readFileSync('CHANGELOG.md', 'utf8').includes(`\n## ${version} (${today})\n`))
  throw new Error(`CHANGELOG.md has no section "## ${version} (unreleased)".`)

function replace(path: string, pattern: RegExp, text: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').replace(pattern, text))
}
