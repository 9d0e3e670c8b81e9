import { z } from 'zod'
import { AttentionItem, readAttention } from '../../src/operations/dashboard/attention.ts'
import { FocusItem, readFocus } from '../../src/operations/dashboard/focus.ts'
import { DashboardSummary, readDashboard } from '../../src/operations/dashboard/summary.ts'
import { data } from '../data.ts'
import type { Server } from '../server.ts'
import { actorOf } from '../write.ts'

const tags = ['Dashboard']
const config = { ability: 'dashboard:read' } as const

/** How things are, and what to do about it. */
export function dashboardRoutes(app: Server): void {
  app.get(
    '/dashboard/summary',
    {
      config,
      schema: {
        tags,
        summary: 'How much there is of everything, and how the clicks go',
        response: { 200: data(DashboardSummary) },
      },
    },
    async () => ({ data: await readDashboard(app.readReplica) }),
  )

  app.get(
    '/dashboard/attention',
    {
      config,
      schema: {
        tags,
        summary: 'What is not as it should be, the graver first',
        response: { 200: data(z.array(AttentionItem)) },
      },
    },
    async () => ({ data: await readAttention(app.readReplica) }),
  )

  app.get(
    '/dashboard/focus',
    {
      config,
      schema: {
        tags,
        summary: 'What to work on next, your own first',
        description: 'A manager is shown what is their own.',
        response: { 200: data(z.array(FocusItem)) },
      },
    },
    async (request) => ({ data: await readFocus(app.readReplica, actorOf(request)) }),
  )
}
