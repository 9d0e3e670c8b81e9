import { Decision, DecisionDryRun } from '../../src/portfolio/decision/decision-with-tasks.ts'
import {
  DecisionDetail,
  DecisionQuery,
  listDecisions,
  showDecision,
} from '../../src/portfolio/decision/read.ts'
import { operations } from '../../src/portfolio/operations.ts'
import { idKey } from '../routes/path-key.ts'
import { recordRoutes } from '../routes/record-routes.ts'
import type { Server } from '../server/server.ts'
import { portfolioEnvelope } from './envelope.ts'

const label = { singular: 'decision', plural: 'decisions' }

/** Registers the routes of decisions and their tasks. */
export function decisionRoutes(app: Server): void {
  recordRoutes(app, {
    path: '/decisions',
    key: idKey,
    label,
    envelope: portfolioEnvelope('decision', label, {
      record: Decision,
      detail: DecisionDetail,
      embedsOthers: true,
      dryRun: DecisionDryRun,
      hasSimilar: true,
    }),
    list: { summary: 'List decisions with their tasks', query: DecisionQuery, run: listDecisions },
    get: {
      summary: 'Get a decision with its tasks, its evidence, and the chain of records that it rests on',
      run: showDecision,
    },
    create: operations.record_decision,
    change: operations.change_decision,
  })
}
