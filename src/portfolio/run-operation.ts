import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import { PathId } from '../record/rules/id.ts'
import type { Written } from '../record/written.ts'
import { kinds, type RoutedKind } from './kinds.ts'
import { namesRecord, type Operation } from './operation.ts'
import { type RecordName, recordName } from './place/find.ts'

/** A record as the functions of its kind take it: by id or slug, or by id alone. */
type Name = RecordName | number

type Run = (em: EntityManager, actor: Actor, ...input: unknown[]) => Promise<Written<WrittenRow>>

/** The record that an operation wrote. */
export type WrittenRow = { id: number; slug?: string }

/** Runs an operation whose input is valid. `name` is the record that it writes, which a creation has none of. */
export function runOperation(
  em: EntityManager,
  actor: Actor,
  operation: Operation,
  { name, input }: { name: Name | undefined; input: unknown },
): Promise<Written<WrittenRow>> {
  // `as`: the schema of the operation has validated the input, and nameOfKey has read the name for its kind.
  const run = operation.run as unknown as Run
  return namesRecord(operation) ? run(em, actor, name, input, unconditional) : run(em, actor, input)
}

/** Returns the record that a key in a path names. Undefined if it can name none. */
export function nameOfKey(kind: RoutedKind, key: string): Name | undefined {
  return kinds[kind].hasSlug ? recordName(key) : PathId.safeParse(key).data
}

/** Returns the key by which a path names a record. */
export function keyOfName(name: Name): string {
  return String(typeof name === 'number' ? name : (name.slug ?? name.id))
}

// Neither a batch nor an approval has an If-Match.
const unconditional = async () => undefined
