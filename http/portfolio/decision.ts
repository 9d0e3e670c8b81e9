import { changeDecision } from '../../src/portfolio/decision/change.ts'
import { createDecision } from '../../src/portfolio/decision/create.ts'
import { Decision } from '../../src/portfolio/decision/new-decision.ts'
import { DecisionQuery, listDecisions, readDecision } from '../../src/portfolio/decision/read.ts'
import { writes } from '../../src/portfolio/write-api/writes.ts'
import type { Server } from '../server.ts'
import { many, one } from './answer.ts'
import { byId } from './path-key.ts'
import { recordRoutes } from './record-routes.ts'

const record = one('decision', Decision)

/** Decisions about products. */
export function decisionRoutes(app: Server): void {
  recordRoutes(app, {
    path: '/decisions',
    key: byId,
    called: { one: 'Decision', many: 'Decisions' },
    record,
    list: {
      summary: 'List decisions with their tasks',
      query: DecisionQuery,
      answer: many('decisions', Decision),
      run: listDecisions,
    },
    show: {
      summary: 'Read a decision with its tasks',
      answer: record,
      run: async (read, id) => ({ decision: await readDecision(read, id) }),
    },
    create: { write: writes.record_decision, run: createDecision, address: ({ decision }) => decision.id },
    change: { write: writes.change_decision, run: changeDecision },
  })
}
