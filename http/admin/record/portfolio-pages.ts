import type { Read } from '../../../src/database/read.ts'
import { kinds, type RoutedKind } from '../../../src/portfolio/kinds.ts'
import type { Operation } from '../../../src/portfolio/operation.ts'
import { runOperation } from '../../../src/portfolio/operation.ts'
import { operationsOn } from '../../../src/portfolio/operations.ts'
import type { RecordName } from '../../../src/portfolio/place/find.ts'
import { records } from '../../../src/portfolio/records.ts'
import { type RetractableCatalog, retractionPages } from '../parts/retraction.ts'
import { noPrecondition } from '../request/write.ts'
import type { RecordAction } from './action.ts'
import type { RecordPages } from './record.ts'

type Derived =
  | 'collection'
  | 'historyType'
  | 'group'
  | 'schema'
  | 'list'
  | 'read'
  | 'columns'
  | 'actions'
  | 'hasNotes'

/** What the pages of a kind of portfolio record show. `read` reads a record by its name if records have slugs. */
type Presentation<One> = Omit<RecordPages, Derived | 'readBySlug' | 'create' | 'change'> & {
  read: ((read: Read, id: number) => Promise<One>) | ((read: Read, name: RecordName) => Promise<One>)
  columns: readonly (keyof One & string)[]
  /** Replaces the schema of a record in a list. */
  schema?: RecordPages['schema']
  create?: Pick<NonNullable<RecordPages['create']>, 'rows'>
  /** `run` replaces the function of the form. */
  change?: Partial<Pick<NonNullable<RecordPages['change']>, 'run' | 'rows'>>
  /** An action that is a change runs as one. */
  actions?: readonly (RecordAction | ChangeAction)[]
}
type ChangeRun = NonNullable<RecordPages['change']>['run']
type ChangeAction = Omit<RecordAction, 'run'> & { asChange: NonNullable<RecordAction['asChange']> }

/**
 * Returns the description of a kind of portfolio record. Its list, its forms and its retraction are the reads and
 * operations of the kind, so that they take what the API takes.
 */
export function portfolioPages<One extends { id: number }>(
  kind: RoutedKind,
  { read, actions = [], create, change, ...presentation }: Presentation<One>,
): RecordPages {
  const { shown, query, list } = records[kind]
  const { create: creation, change: changing, retract, restore } = operationsOn(kind)
  const { table, hasSlug } = kinds[kind]
  const runOf =
    (operation: Operation): ChangeRun =>
    (em, actor, id, input, precondition) =>
      runOperation(em, actor, operation, { name: hasSlug ? { id } : id, input, precondition })
  const changed = changing && { body: changing.body, run: runOf(changing) }
  const retraction =
    retract &&
    restore &&
    retractionPages(presentation.texts as RetractableCatalog, {
      retract: runOf(retract),
      restore: runOf(restore),
    })
  const changeBy = ({ asChange }: RecordAction | ChangeAction): RecordAction['run'] => {
    return async (em, actor, id, input) =>
      changed?.run(em, actor, id, asChange?.(input) as never, noPrecondition)
  }
  // `as`: the rows of every kind have an id, and a kind with slugs reads by a name.
  // A person is not an agent.
  const listed = { query, run: (read: Read, query: never) => list(read, query) } as RecordPages['list']
  const readNamed = read as (read: Read, name: RecordName | number) => Promise<One>
  return {
    collection: table.replaceAll('_', '-'),
    historyType: kind,
    group: 'portfolio',
    schema: shown,
    list: listed,
    hasNotes: true,
    ...retraction,
    ...presentation,
    read: (read, id) => readNamed(read, hasSlug ? { id } : id),
    ...(hasSlug && { readBySlug: (read: Read, slug: string) => readNamed(read, { slug }) }),
    create: {
      body: creation.body,
      run: (em, actor, input) => runOperation(em, actor, creation, { input }),
      ...create,
    },
    ...(changed && { change: { ...changed, ...change } }),
    actions: [
      ...actions.map((action) => ({ run: changeBy(action), ...action })),
      ...(retraction?.actions ?? []),
    ],
  }
}
