import { readFileSync } from 'node:fs'

// Prints the section of CHANGELOG.md about the version that a tag names, such as `v1.2.0`.

const [tag = ''] = process.argv.slice(2)
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
if (tag !== `v${version}`)
  throw new Error(`The tag ${tag} is not that of version ${version} in package.json.`)
const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m)
const section = sections.find((text) => text.startsWith(`${version} (`))
if (!section) throw new Error(`CHANGELOG.md has no section about ${version}.`)
const [heading = '', ...lines] = section.split('\n')
if (!/\(\d{4}-\d\d-\d\d\)$/.test(heading))
  throw new Error(`CHANGELOG.md has no day of release of ${version}.`)
process.stdout.write(`${lines.join('\n').trim()}\n`)
