import { Decision, DecisionDryRun } from '../../src/portfolio/decision/decision-with-tasks.ts'
import {
  DecisionDetail,
  DecisionQuery,
  listDecisions,
  showDecision,
} from '../../src/portfolio/decision/read.ts'
import { writes } from '../../src/portfolio/write-api/writes.ts'
import type { Server } from '../server/server.ts'
import { idKey } from './path-key.ts'
import { recordRoutes } from './record-routes.ts'
import { createdResponsesWithSimilar, listResponse, recordResponse } from './response.ts'

const response = recordResponse('decision', Decision)

/** Registers the routes of decisions and their tasks. */
export function decisionRoutes(app: Server): void {
  recordRoutes(app, {
    path: '/decisions',
    key: idKey,
    name: 'decision',
    label: { singular: 'decision', plural: 'decisions' },
    list: {
      summary: 'List decisions with their tasks',
      query: DecisionQuery,
      response: listResponse('decisions', Decision),
      run: listDecisions,
    },
    get: {
      summary: 'Get a decision with its tasks, its evidence, and the chain of records that it rests on',
      response: recordResponse('decision', DecisionDetail),
      embedsOthers: true,
      run: async (read, id) => ({ decision: await showDecision(read, id) }),
    },
    create: {
      write: writes.record_decision,
      responses: createdResponsesWithSimilar('decision', Decision, DecisionDryRun),
      keyOf: ({ decision }) => decision.id,
    },
    change: { write: writes.change_decision, response },
  })
}
