import { expect, it } from 'vitest'
import { agentWeek, bytesBefore, weekTable } from '../../bench/agent-week.ts'
import { operator } from '../../cli/database.ts'
import { fillDemo } from '../../src/catalog/demo.ts'
import { transact } from '../../src/database/transaction.ts'
import { makeWorld, token } from '../support/world.ts'

const { app, database } = await makeWorld()
await transact(
  database.orm,
  (em) => fillDemo(em, operator, { force: false, report: () => undefined, withLearning: false }),
  {
    timeLimit: 'bulk',
  },
)

it('sends fewer bytes to the model of an agent in one week than version c08e655', async () => {
  const bytes = await agentWeek(async (url, payload, headers) => {
    const answer = await app.inject({
      method: 'POST',
      url,
      headers: { ...headers, host: 'ops.test', 'x-portfolio-token': token },
      payload,
    })
    return answer.body
  })
  expect(bytes.sum, weekTable(bytes)).toBeLessThan(bytesBefore)
})
