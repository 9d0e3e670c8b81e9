import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { Decision } from '../decision/new-decision.ts'
import { latestDecisions } from '../decision/read.ts'
import { Insight } from '../insight/insight.ts'
import { latestInsights } from '../insight/read.ts'
import type { RecordName } from '../place/find.ts'
import { latestSignals } from '../signal/read.ts'
import { Signal } from '../signal/signal.ts'
import { latestTasks } from '../task/read.ts'
import { Task } from '../task/task.ts'
import { App, readApp } from './read.ts'

const maxRecords = 10

/** An app with its latest signals, insights and tasks, and the latest decisions of its product. */
export const AppDetail = App.extend({
  signals: z.array(Signal),
  insights: z.array(Insight),
  decisions: z.array(Decision).describe('Decisions about its product'),
  tasks: z.array(Task),
})
export type AppDetail = z.output<typeof AppDetail>

/** Returns one app with its related records; throws `not_found`. */
export async function showApp(read: Read, name: RecordName): Promise<AppDetail> {
  const app = await readApp(read, name)
  const { product_slug } = app
  const [signals, insights, decisions, tasks] = await Promise.all([
    latestSignals(read, { app_id: app.id }, maxRecords),
    latestInsights(read, { app_id: app.id }, maxRecords),
    product_slug ? latestDecisions(read, { product_slug }, maxRecords) : [],
    latestTasks(read, { app_id: app.id }, maxRecords),
  ])
  return { ...app, signals, insights, decisions, tasks }
}
