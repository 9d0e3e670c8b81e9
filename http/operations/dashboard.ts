import { z } from 'zod'
import { AttentionItem, readAttention } from '../../src/operations/dashboard/attention.ts'
import { FocusItem, readFocus } from '../../src/operations/dashboard/focus.ts'
import { DashboardSummary, readDashboard } from '../../src/operations/dashboard/summary.ts'
import { today } from '../../src/record/rules/day.ts'
import { dataResponse } from '../answers/response-schemas.ts'
import { actorOf } from '../routes/run-write.ts'
import type { Server } from '../server/server.ts'

const tags = ['Dashboard']
const config = { ability: 'dashboard:read' } as const
const sharedConfig = { ...config, sharedAnswer: true } as const

/** Registers the routes of the dashboard. */
export function dashboardRoutes(app: Server): void {
  app.get(
    '/dashboard/summary',
    {
      config: sharedConfig,
      schema: {
        operationId: 'getDashboardSummary',
        tags,
        summary: 'Get the dashboard summary',
        description:
          'Returns totals of applications, companies, contacts, strategies and keywords, and compares the clicks of the last 7 days with the 7 days before.',
        response: { 200: dataResponse(DashboardSummary) },
      },
    },
    async () => ({ data: await readDashboard(app.readReplica, today()) }),
  )

  app.get(
    '/dashboard/attention',
    {
      config: sharedConfig,
      schema: {
        operationId: 'listProblems',
        tags,
        summary: 'List problems that need attention, most severe first',
        response: { 200: dataResponse(z.array(AttentionItem)) },
      },
    },
    async () => ({ data: await readAttention(app.readReplica, today()) }),
  )

  app.get(
    '/dashboard/focus',
    {
      config,
      schema: {
        operationId: 'listFocusItems',
        tags,
        summary: 'List what to work on next',
        description:
          'Managers see only their own applications and strategies. Other users see those of everyone, their own first.',
        response: { 200: dataResponse(z.array(FocusItem)) },
      },
    },
    async (request) => ({ data: await readFocus(app.readReplica, actorOf(request), today()) }),
  )
}
