import { afterAll, beforeEach, expect, it } from 'vitest'
import { operator } from '../../../cli/database.ts'
import { fillDemo } from '../../../src/catalog/demo.ts'
import { transact } from '../../../src/database/transaction.ts'
import { settled } from '../../support/settled.ts'
import { type AnyClient, connections } from '../client.ts'
import { makeMcpWorld } from '../world.ts'
import { Agent } from './agent.ts'
import { changing } from './changing.ts'
import { creating } from './creating.ts'
import { reading } from './reading.ts'

const world = await makeMcpWorld()
world.app.config.PUBLIC_URL = world.address
await transact(
  world.database.orm,
  (em) => fillDemo(em, operator, { force: false, report: () => undefined, withLearning: false }),
  {
    timeLimit: 'bulk',
  },
)
const client: AnyClient = await connections['v1 over HTTP']?.(world)
afterAll(() => client.close())
const { tools } = await client.listTools()
beforeEach(() => settled(world))

it.each([...reading, ...creating, ...changing])(
  '$task',
  async ({ tools: expected, maxCalls, maxBytes, run }) => {
    for (const [name, words] of Object.entries(expected))
      expect(JSON.stringify(tools.find((tool: { name: string }) => tool.name === name))).toMatch(words)
    const agent = new Agent(client)
    await run(agent)
    const { calls, bytes } = agent
    expect([...agent.tools].toSorted()).toEqual(Object.keys(expected).toSorted())
    expect(calls).toBeLessThanOrEqual(maxCalls)
    expect(bytes).toBeLessThanOrEqual(maxBytes)
  },
)
