import { expect, it } from 'vitest'
import { agentWeek, maxWeekBytes, weekTable } from '../../bench/agent-week.ts'
import { operator } from '../../cli/operator.ts'
import { fillDemo } from '../../src/catalog/demo.ts'
import { transact } from '../../src/database/transaction.ts'
import { makeWorld, token } from '../support/world.ts'

const { app, database } = await makeWorld()
await transact(database.orm, (em) => fillDemo(em, operator, { force: false, report: () => undefined }), {
  timeLimit: 'bulk',
})

it('sends at most half of the bytes of version 0635e05 to the model of an agent in one week', async () => {
  const bytes = await agentWeek(async (message, headers) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { ...headers, host: 'ops.test', 'x-portfolio-token': token },
      payload: message,
    })
    return answer.body
  })
  expect(bytes.sum, weekTable(bytes)).toBeLessThanOrEqual(maxWeekBytes)
})
