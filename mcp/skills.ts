import { fileURLToPath } from 'node:url'
import { loadSkills } from '@modelcontextprotocol/server/ext/skills/node'

/**
 * The skills in `agent-configs/skills`: instructions for tasks that need several tools. A client lists them by name and
 * description, and reads one when a task calls for it.
 */
export const skills = await loadSkills(fileURLToPath(new URL('../agent-configs/skills', import.meta.url)), {
  strict: true,
  cacheHint: { ttlMs: 60_000, cacheScope: 'public' },
})
