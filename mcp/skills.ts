import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadSkills } from '@modelcontextprotocol/server/ext/skills/node'

const folder = fileURLToPath(new URL('../agent-configs/skills', import.meta.url))

/**
 * The skills in `agent-configs/skills`: instructions for tasks that need several tools. A client lists them by name and
 * description, and reads one when a task calls for it.
 */
export const skills = await loadSkills(folder, {
  strict: true,
  cacheHint: { ttlMs: 60_000, cacheScope: 'public' },
})

/** Returns the instructions of a skill, without its front matter. */
export function skillText(name: string): string {
  const file = readFileSync(join(folder, name, 'SKILL.md'), 'utf8')
  return file.replace(/^---\n.*?\n---\n/s, '').trim()
}
