import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sql } from './support/makers.ts'
import { makeWorld } from './support/world.ts'

const folder = join(import.meta.dirname, '../queries')
const statements = globSync('**/*.sql', { cwd: folder }).flatMap((file) =>
  readFileSync(join(folder, file), 'utf8')
    .split(/;\n/)
    .filter((text) => text.trim()),
)

// A read that is shown with all values has filters on columns that its table lacks, and a text may be `true`. It never
// runs with these.
const impossible =
  /, with(?:out| all) filters: (?:column record\.\w+ does not exist|operator does not exist: text = boolean)$/

/** Returns a statement with the parameters of PostgreSQL instead of the variables of psql. */
function withParameters(text: string): string {
  const names: string[] = []
  return text.replace(/'(?:[^']|'')*'|(?<!:):([a-z]\w*)/gi, (found, name?: string) => {
    if (name === undefined) return found
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
}

it('every read is valid on this PostgreSQL server', async () => {
  const world = await makeWorld()
  const invalid: string[] = []
  for (const [index, text] of statements.entries()) {
    const [heading] = text.trim().split('\n')
    await sql(world, `prepare read_${index} as ${withParameters(text)}`).catch((error) =>
      invalid.push(`${heading}: ${error.message}`),
    )
  }
  expect(statements.length).toBeGreaterThan(100)
  expect(invalid.filter((fault) => !impossible.test(fault))).toEqual([])
})
