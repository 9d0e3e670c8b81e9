import { copyNewest, makeApp, makeProduct, makeSignal, makeTask, root, sql } from './makers.ts'
import type { World } from './world.ts'

type Made = { id: number; slug: string }
type Copied = {
  table: string
  kind: string
  make: (world: World, fields: Record<string, unknown>) => Promise<Made>
  path: (made: Made) => string
  field: string
  values: [first: string, second: string]
}

const copied: Copied[] = [
  {
    table: 'signals',
    kind: 'signal',
    make: makeSignal,
    path: ({ id }) => `signals/${id}`,
    field: 'severity',
    values: ['low', 'critical'],
  },
  {
    table: 'tasks',
    kind: 'task',
    make: makeTask,
    path: ({ id }) => `tasks/${id}`,
    field: 'due_at',
    values: ['2099-01-01', '2020-01-01'],
  },
  {
    table: 'products',
    kind: 'product',
    make: makeProduct,
    path: ({ slug }) => `products/${slug}`,
    field: 'product_focus',
    values: ['maintain', 'scale'],
  },
  {
    table: 'apps',
    kind: 'app',
    make: makeApp,
    path: ({ slug }) => `apps/${slug}`,
    field: 'implementation_status',
    values: ['idea', 'released'],
  },
]
const writesOfRecord = 4

/**
 * Stores many writes of signals, tasks, products and apps: of each record its creation, a change, a change back by a person,
 * and the change again. The history is that of one record of each kind, copied with its row.
 */
export async function copyWrites(world: World, count: number): Promise<void> {
  const copies = Math.ceil(count / copied.length / writesOfRecord) - 1
  for (const { table, kind, make, path, field, values } of copied) {
    const [first, second] = values
    const made = await make(world, { [field]: first })
    for (const value of [second, first, second])
      await world.send('PATCH', `${root}/${path(made)}`, { [field]: value })
    await sql(
      world,
      `update history set actor = '{"type": "user", "id": 1, "name": "Anna"}'
       where record_type = $1 and changes #>> $2 = $3 and event <> 'created'`,
      kind,
      [field, 'to'],
      first,
    )
    const isNamed = 'slug' in made
    const unique = { name: `newest.name || ' ' || n`, slug: `newest.slug || '-' || n` }
    await copyNewest(world, table, copies, isNamed ? unique : {})
    await sql(
      world,
      `insert into history (record_type, record_id, event, actor, changes, fields, surface, created_at)
       select record_type, record.id, event, actor,
         case when event = 'created' and changes ? 'slug' then changes || jsonb_build_object(
           'name', jsonb_build_object('from', null, 'to', to_jsonb(record) -> 'name'),
           'slug', jsonb_build_object('from', null, 'to', to_jsonb(record) -> 'slug')
         ) else changes end,
         fields, surface, history.created_at
       from history, ${table} as record where record_type = $1 and record_id = $2 and record.id > $2
       order by history.id, record.id`,
      kind,
      made.id,
    )
  }
  await sql(world, 'analyze')
}
