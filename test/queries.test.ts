import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { statements } from '../src/database/statement.ts'
import { db } from '../src/database/tables.ts'
import { sql } from './support/makers.ts'
import { makeWorld } from './support/world.ts'

it('every statement is valid on this PostgreSQL server', async () => {
  const root = join(import.meta.dirname, '..')
  for (const file of globSync('src/**/*.ts', { cwd: root })) await import(join(root, file))
  const world = await makeWorld()
  const invalid: string[] = []
  for (const [name, { build, example }] of statements) {
    const { sql: text } = build(example as never).compile(db)
    await sql(world, `prepare "${name}" as ${text}`).catch((error) =>
      invalid.push(`${name}: ${error.message}`),
    )
  }
  expect(statements.size).toBeGreaterThan(100)
  expect(invalid).toEqual([])
})
