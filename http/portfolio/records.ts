import { z } from 'zod'
import type { Actor } from '../../src/access/actor.ts'
import type { Caller } from '../../src/access/caller.ts'
import type { Read } from '../../src/database/read.ts'
import type { EntityManager } from '../../src/database/transaction.ts'
import { DecisionDryRun } from '../../src/portfolio/decision/decision-with-tasks.ts'
import { resting } from '../../src/portfolio/evidence/read.ts'
import { kinds, type RoutedKind, routedKinds, routePath } from '../../src/portfolio/kinds.ts'
import { inDaysOf } from '../../src/portfolio/list/period.ts'
import { type Name, type Operation, runOperation } from '../../src/portfolio/operation.ts'
import { operationsOn } from '../../src/portfolio/operations.ts'
import { type OperationName, records } from '../../src/portfolio/records.ts'
import { Task } from '../../src/portfolio/task/task.ts'
import type { Precondition } from '../../src/record/lock-record.ts'
import { PathId } from '../../src/record/rules/id.ts'
import { inWords } from '../openapi/labels.ts'
import { recordRoutes } from '../routes/record-routes.ts'
import { IdOrSlug, pathKey } from '../routes/resource.ts'
import type { Server } from '../server/server.ts'
import { claimRoutes } from './claim-routes.ts'
import { type AnswerParts, portfolioEnvelope } from './envelope.ts'
import { retractionRoutes } from './retraction-routes.ts'

type Special = AnswerParts & {
  /** The summaries of the list and of the GET, if the usual ones do not say enough. */
  listSummary?: string
  getSummary?: string
}

const unblocked = z
  .array(Task.pick({ id: true, title: true }))
  .optional()
  .describe('The tasks that waited for this one, which is finished or cancelled. They wait no longer.')
const evidence_for = resting.optional()
const whoApproves = z.string().optional().describe('Who has to approve the rule. Absent once it is approved.')

// What the routes of a kind have that others do not.
const special: { [kind in RoutedKind]?: Special } = {
  product: {
    embedsOthers: true,
    hasSimilar: true,
    getSummary: 'Get a product with its apps and its latest signals, insights and decisions',
  },
  app: {
    embedsOthers: true,
    hasSimilar: true,
    getSummary:
      'Get an app with its latest signals, insights, tasks and product decisions, and the canon rules that bind it',
  },
  signal: { hasSimilar: true },
  insight: { ofChange: { evidence_for }, hasSimilar: true },
  economics: {
    ofChange: { evidence_for },
    hasSimilar: true,
    listSummary: 'List economics summaries',
    getSummary: 'Get an economics summary',
  },
  decision: {
    embedsOthers: true,
    dryRun: DecisionDryRun,
    hasSimilar: true,
    listSummary: 'List decisions with their tasks',
    getSummary: 'Get a decision with its tasks, its evidence, and the chain of records that it rests on',
  },
  // Its claim and the name of its delegate are not part of its row.
  task: { ofChange: { unblocked }, hasSimilar: true, embedsOthers: true },
  canon_rule: { ofCreation: { next: whoApproves } },
}

/** Registers the routes of every kind of record: to list, return, create and change or retract it. */
export function portfolioRecordRoutes(app: Server): void {
  for (const kind of routedKinds) kindRoutes(app, kind)
  claimRoutes(app)
}

function kindRoutes(app: Server, kind: RoutedKind): void {
  const { TIME_ZONE } = app.config
  const { table, hasSlug, parameter } = kinds[kind]
  const { shown, query, list, callerFilters, detail, show } = records[kind]
  const { listSummary, getSummary, ...parts }: Special = special[kind] ?? {}
  const { create, change, retract, restore } = operationsOn(kind)
  const label = { singular: inWords(kind), plural: inWords(table) }
  const resource = {
    path: `/${routePath(kind)}`,
    key: hasSlug ? pathKey<string, Name>(parameter, IdOrSlug) : pathKey<string, Name>(parameter, PathId),
    label,
    envelope: portfolioEnvelope(kind, label, { record: shown, detail, ...parts }),
    list: {
      ...(listSummary && { summary: listSummary }),
      query,
      run: (read: Read, query: object, caller?: Caller) => list(read, inDaysOf(query, TIME_ZONE), caller),
      ...(callerFilters && { callerFilters }),
    },
    get: {
      ...(getSummary && { summary: getSummary }),
      run: (read: Read, name: Name) => show(read, typeof name === 'number' ? { id: name } : name, TIME_ZONE),
    },
    create: {
      ...create,
      run: (em: EntityManager, actor: Actor, input: unknown) => runOperation(em, actor, create, { input }),
      ...(hasSlug && { location: 'slug' as const }),
    },
  }
  recordRoutes(app, { ...resource, ...(change && { change: changing(change) }) })
  if (retract && restore)
    retractionRoutes(app, resource, { retract: changing(retract), restore: changing(restore) })
}

function changing(operation: Operation<OperationName>) {
  const run = (em: EntityManager, actor: Actor, name: Name, input: unknown, precondition: Precondition) =>
    runOperation(em, actor, operation, { name, input, precondition })
  return { ...operation, run }
}
