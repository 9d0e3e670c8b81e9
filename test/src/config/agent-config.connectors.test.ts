import { expect, it } from 'vitest'
import table from '../../../agent-configs/connectors.json' with { type: 'json' }
import { connectors } from '../../../src/config/agent-config.ts'

it('has the agents that need only the address of MCP', () => {
  expect(connectors.map(({ title }) => title)).toEqual([
    expect.stringContaining('Claude on the web'),
    'ChatGPT',
  ])
  for (const { url } of Object.values(table)) expect(url).toBe('http://127.0.0.1:3000/mcp')
})
