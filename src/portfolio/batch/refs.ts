import { type ErrorList, shortName } from '../../record/validation/error-list.ts'
import { type KindName, kinds } from '../kinds.ts'
import { refPrefix } from './operation.ts'

/** The record of an operation that got a ref. Null if the operation is invalid. */
type Named = { kind: KindName | undefined; record: { id: number; slug?: string } | null }

/** Which record a field names: its kind, if that is known, and the column. */
export type Target = { kind: string | undefined; column: 'id' | 'slug' }

/** The records of the earlier operations of a batch, by their refs. */
export class Refs {
  readonly #named = new Map<string, Named>()
  readonly #errors: ErrorList
  #unresolved = 0

  constructor(errors: ErrorList) {
    this.#errors = errors
  }

  /** How many fields named a record that does not exist. */
  get unresolved(): number {
    return this.#unresolved
  }

  has(ref: string): boolean {
    return this.#named.has(ref)
  }

  set(ref: string, named: Named): void {
    this.#named.set(ref, named)
  }

  /** Returns the value of a field, or the id or slug of the record that it names by a ref. */
  replace(value: unknown, { kind, column }: Target, path: string[]): unknown {
    if (typeof value !== 'string' || !value.startsWith(refPrefix)) return value
    const ref = value.slice(refPrefix.length)
    const named = this.#named.get(ref)
    if (!named) this.#reject(path, `No earlier operation has the ref "${shortName(ref)}".`)
    else if (named.kind && kind && named.kind !== kind)
      this.#reject(path, `"${ref}" is a record of the kind ${named.kind}, not ${kind}.`)
    else if (named.record) return named.record[column] ?? value
    // The rest of the operation is validated with an id that no record has.
    this.#unresolved += 1
    return column === 'id' ? Number.MAX_SAFE_INTEGER - this.#unresolved : refPrefix
  }

  /** Returns a body in which `replace` was applied to every field that names a record. */
  replaceAll(body: object, path: string[]): object {
    return Object.fromEntries(
      Object.entries(body).map(([name, value]) => {
        const at = [...path, name]
        const target = targetOf(name, body)
        return [name, target ? this.replace(value, target, at) : this.#replaceNested(value, at)]
      }),
    )
  }

  #replaceNested(value: unknown, path: string[]): unknown {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value))
      return value.map((item, index) => this.#replaceNested(item, [...path, String(index)]))
    return this.replaceAll(value, path)
  }

  #reject(path: string[], why: string): void {
    this.#errors.add(path.join('.'), `The selected {field} is invalid. ${why}`)
  }
}

/** Returns which record a field names. The item of `evidence` names the kind beside the id. */
export function targetOf(name: string, parent: object): Target | undefined {
  if (name === 'blocked_by') return { kind: 'task', column: 'id' }
  if (name === 'id')
    return { kind: 'type' in parent ? String(parent.type).toLowerCase() : undefined, column: 'id' }
  const [, prefix = '', column] = /^(?:product_(?=decision_))?([a-z]+)_(id|slug)$/.exec(name) ?? []
  return prefix in kinds ? { kind: prefix, column: column as 'id' | 'slug' } : undefined
}
