import { describe, expect, it } from 'vitest'
import { tools } from '../../mcp/server.ts'
import { makeWorld } from '../support/world.ts'
import { callTool, toolDependencies } from './call-tool.ts'

const world = await makeWorld()
const dependencies = toolDependencies(world)

describe('an unexpected error in a tool', () => {
  it('reaches the caller as nothing but the request id, and is reported', async () => {
    const reported: unknown[] = []
    const broken = {
      ...dependencies,
      reads: async () => {
        throw new Error('password "hunter2" of postgres://secret failed')
      },
      report: (error: unknown, id: string) => reported.push(error, id),
    }
    const reading = tools.filter(({ name }) => name !== 'describe_write_api')
    for (const { name } of reading) {
      const { isError, text, content } = await callTool(broken, name, {})
      expect(isError).toBe(true)
      expect(text).toContain('request-1')
      expect(text).not.toMatch(/hunter2|postgres|Error/)
      expect(content).toBeUndefined()
    }
    expect(reported).toHaveLength(2 * reading.length)
    expect(String(reported[0])).toContain('hunter2')
    expect(reported[1]).toBe('request-1')
  })
})

describe('a lost connection to the database', () => {
  it('is named as such, with the advice to try again', async () => {
    const lost = {
      ...dependencies,
      reads: () => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' })),
    }
    expect((await callTool(lost, 'list_apps', {})).text).toMatch(/is unavailable.*again/)
  })
})
