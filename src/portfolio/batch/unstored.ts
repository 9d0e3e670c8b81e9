import { Phrase } from '../../language/phrase.ts'
import { answerKeys, type KindName, kindNames, kinds, type RoutedKind } from '../kinds.ts'
import type { WrittenRow } from '../operation.ts'
import { refPrefix } from './operation.ts'
import { targetOf } from './refs.ts'

/** A record that an operation of a batch created. After a rollback no record has its id. */
type Created = { kind: KindName; id: number; title: string; name: string; operation: string }

type Result = { kind: RoutedKind; status: 200 | 201; ref: string | null; record: WrittenRow }

/** The records that the operations of a batch created. Names replace their ids in an answer whose transaction is rolled back. */
export class UnstoredRecords {
  readonly #created: Created[] = []

  /** Adds what an operation created: its record and the tasks in it. They are named `ref:NAME`, or else `operations.N`. */
  add({ kind, status, ref, record }: Result, index: number): void {
    if (status !== 201) return
    const operation = `operations.${index}`
    const name = ref === null ? operation : refPrefix + ref
    this.#push(kind, record, { name, operation })
    const { tasks = [] } = record as { tasks?: WrittenRow[] }
    for (const task of tasks) this.#push('task', task, { name: operation, operation })
  }

  /** Returns the created record of a kind with an id. */
  find(kind: string | undefined, id: unknown): Created | undefined {
    return this.#created.find((created) => created.kind === kind && created.id === id)
  }

  /** Returns a value in which the names replace the ids of these records, in the texts of warnings too. */
  replaceIds<T>(value: T, kind?: string): T {
    if (Array.isArray(value)) return value.map((item) => this.replaceIds(item, kind)) as T
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, this.#replace(name, item, value, kind)]),
    ) as T
  }

  /** Returns a text with these names: `Task ref:first` and `ref:first "Title"`. */
  replaceInText(text: string): string {
    return this.#created.reduce(
      (replaced, { kind, id, title, name }) =>
        replaced
          .replace(
            new RegExp(`\\b(${kind.replaceAll('_', ' ')}) ${id}\\b`, 'gi'),
            (_, label) => `${label} ${name}`,
          )
          .replaceAll(`${id} "${title}"`, () => `${name} "${title}"`),
      text,
    )
  }

  #push(kind: KindName, record: WrittenRow, names: Pick<Created, 'name' | 'operation'>): void {
    const title = String((record as Record<string, unknown>)[kinds[kind].title])
    this.#created.push({ kind, id: record.id, title, ...names })
  }

  #replace(name: string, value: unknown, parent: object, kind: string | undefined): unknown {
    if (name === 'message' && (typeof value === 'string' || value instanceof Phrase)) {
      const english = String(value)
      const replaced = this.replaceInText(english)
      return replaced === english ? value : replaced
    }
    const named = kindOf(name, parent, kind)
    return typeof value === 'object'
      ? this.replaceIds(value, named)
      : (this.find(named, value)?.name ?? value)
  }
}

const kindOfKey = new Map<string, KindName>([
  ...kindNames.flatMap((kind) => Object.values(answerKeys(kind)).map((key) => [key, kind] as const)),
  ['unblocked', 'task'],
])

// Which kind of record a field names by its id, or has in it. `from` and `to` are those of a change of the field.
function kindOf(name: string, parent: object, kind: string | undefined): string | undefined {
  if (name === 'from' || name === 'to') return kind
  const target = targetOf(name, parent)
  if (name === 'id') return target?.kind ?? kind
  return target?.column === 'id' ? target.kind : kindOfKey.get(name)
}
