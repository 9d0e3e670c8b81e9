import type { Actor } from '../../src/access/actor.ts'
import { transact } from '../../src/database/transaction.ts'
import { change } from '../../src/journal/save.ts'
import { write } from '../../src/journal/write.ts'
import { directions } from '../../src/portfolio/direction/direction.ts'
import { type OperationRequest, runRequest } from '../../src/portfolio/proposal/operation.ts'
import { Fault } from '../../src/record/fault.ts'
import { systemProvenance } from '../../src/record/provenance.ts'
import { sql } from './makers.ts'
import { operator } from './people.ts'
import type { World } from './world.ts'

/** A stored write: its entries in the history, and the ids of the canon rules that warned of it. */
export type StoredWrite = { entries: number[]; rules: Set<number> }

type Request = Pick<OperationRequest, 'operation' | 'key' | 'body'>
type Kind = 'product' | 'app' | 'signal' | 'insight' | 'economics' | 'decision' | 'task'

const anna = { type: 'user', id: 1, name: 'Anna' } as const
const agent = {
  by: { type: 'portfolio_token', id: 7, name: 'analyst' },
  credential: 'token:7',
  request_id: null,
} as const
const actors: Actor[] = [
  { ...agent, surface: 'http' },
  { ...agent, surface: 'mcp' },
  { ...agent, surface: 'admin', approved_by: anna },
  {
    by: { type: 'env_token', id: 'env:1', name: 'env' },
    credential: 'env:1',
    surface: 'http',
    request_id: null,
  },
  {
    by: anna,
    credential: 'user:1',
    surface: 'admin',
    request_id: null,
    person: { id: 1, name: 'Anna', role: 'admin', status: 'active' },
  },
  { by: systemProvenance, credential: 'system', surface: 'cli', request_id: null },
]
const values = {
  severity: ['low', 'medium', 'high', 'critical'],
  portfolio_status: ['candidate', 'next', 'core', 'frozen', 'sunset'],
  product_focus: ['scale', 'assess-development', 'maintain'],
  implementation_status: ['idea', 'released', 'retired'],
  signal_status: ['open', 'acknowledged', 'resolved', 'dismissed'],
  task_status: ['open', 'in-progress', 'done', 'cancelled'],
  due_at: ['2020-01-01', '2099-01-01', null],
}

/** A write that is not stored yet. */
export type NextWrite = {
  /** Sends the write without storing it, and returns whether a guard refuses it. */
  isRefused: () => Promise<boolean>
  store: () => Promise<StoredWrite>
}

/**
 * Returns a function that returns the next write of the portfolio through the gate: always the same ones, of every kind.
 * Some are batches, unless a single one is asked for.
 */
export async function portfolioHistory(world: World): Promise<(isSingle?: boolean) => Promise<NextWrite>> {
  const { orm } = world.database
  const random = randomNumbers(7)
  const of = <T>(list: readonly T[]) => list[random(list.length)] as T
  const value = (name: keyof typeof values) => of<string | null>(values[name])
  const slugs = (await sql(world, 'select slug from directions order by id')).map(({ slug }) => String(slug))
  const ids: Record<Kind, number[]> = {
    product: [],
    app: [],
    signal: [],
    insight: [],
    economics: [],
    decision: [],
    task: [],
  }
  // Titles that share words would be compared with each other.
  let count = 0
  const title = () => `${random(2 ** 31).toString(36)}-${++count}`

  const productOrDirection = () =>
    ids.product.length > 3 && random(4) > 0 ? { product_id: of(ids.product) } : { direction_slug: of(slugs) }
  const place = () => (ids.app.length > 3 && random(3) === 0 ? { app_id: of(ids.app) } : productOrDirection())
  const task = () => ({ title: title(), due_at: value('due_at') })
  const creations: Record<Kind, () => Request> = {
    product: () =>
      create('create_product', {
        name: title(),
        direction_slug: of(slugs),
        ...(random(2) && { portfolio_status: value('portfolio_status') }),
      }),
    app: () =>
      create('create_app', {
        name: title(),
        platform: of(['iOS', 'Android']),
        ...productOrDirection(),
        implementation_status: value('implementation_status'),
      }),
    signal: () =>
      create('record_signal', {
        title: title(),
        signal_type: 'risk',
        severity: value('severity'),
        ...place(),
      }),
    insight: () => create('record_insight', { title: title(), body: 'Because.', ...place() }),
    economics: () =>
      create('record_economics', {
        title: title(),
        period_start: '2026-01-01',
        period_end: '2026-01-31',
        ...productOrDirection(),
      }),
    decision: () =>
      create('record_decision', {
        title: title(),
        decision_type: 'scale',
        owner: 'Anna',
        decision: 'Grow.',
        review_at: '2099-01-01',
        ...place(),
        ...(random(2) && { tasks: [task(), { ...task(), owner: 'Boris' }] }),
      }),
    task: () => create('create_task', { ...task(), ...place() }),
  }
  const key = (kind: Kind) => String(of(ids[kind]))
  const changes: Record<Kind, () => Request> = {
    product: () => ({
      operation: 'change_product',
      key: key('product'),
      body: of([
        { portfolio_status: value('portfolio_status') },
        { product_focus: value('product_focus'), is_favorite: random(2) === 1 },
        { direction_slug: of(slugs) },
      ]),
    }),
    app: () => ({
      operation: 'change_app',
      key: key('app'),
      body: of<Record<string, unknown>>([
        { product_id: of(ids.product) },
        { implementation_status: value('implementation_status'), portfolio_note: title() },
      ]),
    }),
    signal: () => ({
      operation: 'change_signal',
      key: key('signal'),
      body: of<Record<string, unknown>>([
        { status: value('signal_status') },
        { severity: value('severity'), recommended_action: null },
      ]),
    }),
    insight: () => ({
      ...of([
        { operation: 'retract_insight', body: { reason: 'Wrong.' } },
        { operation: 'restore_insight', body: {} },
      ] as const),
      key: key('insight'),
    }),
    economics: () => ({ operation: 'retract_economics', key: key('economics'), body: { reason: 'Wrong.' } }),
    decision: () => ({
      operation: 'change_decision',
      key: key('decision'),
      body: { rationale: title(), owner: of(['Anna', 'Boris']) },
    }),
    task: () => ({
      operation: 'change_task',
      key: key('task'),
      body: { status: value('task_status'), due_at: value('due_at') },
    }),
  }
  const nextRequest = (): Request => {
    const kind = of(Object.keys(ids) as Kind[])
    return ids[kind].length < 4 || random(5) < 2 ? creations[kind]() : changes[kind]()
  }

  // No API changes a direction.
  const changeDirection = () =>
    transact(orm, async (em) => {
      const direction = await em.findOneOrFail(directions, { slug: of(slugs) })
      change(em, operator, direction, { status: of(['active', 'active', 'demo'] as const) })
    })

  return async (isSingle = false) => {
    if (random(40) === 0) await changeDirection()
    const request = batchOf(Array.from({ length: !isSingle && random(3) === 0 ? 6 : 1 }, nextRequest))
    const actor = of(actors)
    const send = (dryRun: boolean) => write(orm, actor, (em) => runRequest(em, actor, request), { dryRun })
    const store = async () => {
      const [before] = await sql(world, 'select max(id) as id from history')
      const { verdict } = await send(false)
      const entries = await sql(
        world,
        'select id, record_type, event, record_id from history where id > $1',
        before?.id,
      )
      for (const { record_type, event, record_id } of entries)
        if (event === 'created') ids[record_type as Kind].push(Number(record_id))
      return {
        entries: entries.map(({ id }) => Number(id)),
        rules: new Set(verdict.warnings.map(({ rule }) => rule.id)),
      }
    }
    const isRefused = () => send(true).then(() => false, isOfGuard)
    return { isRefused, store }
  }
}

function isOfGuard(error: unknown): boolean {
  if (error instanceof Fault && error.code === 'canon_guard') return true
  throw error
}

function create(operation: Request['operation'], body: Record<string, unknown>): Request {
  return { operation, key: null, body }
}

function batchOf(requests: Request[]): Request {
  const [single] = requests
  if (single && requests.length === 1) return single
  const operations = requests.map(({ operation, key, body }) => ({
    operation,
    body,
    ...(key !== null && { key }),
  }))
  return create('batch', { operations })
}

function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
