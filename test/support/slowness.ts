import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'vitest'

const root = join(import.meta.dirname, '../..')
const libraries = ['fastify', 'zod', 'kysely', '@mikro-orm/postgresql', '@modelcontextprotocol/server']

/**
 * Returns by which factor this machine starts programs slower than the one that their limits in seconds are for, at
 * least 1. That one starts Node and loads some libraries of the service in 0.35 s. A start of the service takes 4.5
 * times as long, most of it to load modules, so that it grows in proportion.
 */
export async function slowness(): Promise<number> {
  const startedAt = performance.now()
  const script = libraries.map((name) => `await import('${name}')`).join(';')
  const node = spawn(process.execPath, ['--input-type=module', '--eval', script], { cwd: root })
  expect(await once(node, 'close')).toEqual([0, null])
  return Math.max(1, (performance.now() - startedAt) / 350)
}
