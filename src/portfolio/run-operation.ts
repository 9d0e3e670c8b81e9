import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import type { Precondition } from '../record/precondition.ts'
import { PathId } from '../record/rules/id.ts'
import type { Written } from '../record/written.ts'
import { kinds, type RoutedKind } from './kinds.ts'
import { namesRecord, type Operation } from './operation.ts'
import { type RecordName, recordName } from './place/find.ts'

/** A record as the functions of its kind take it: by id or slug, or by id alone. */
export type Name = RecordName | number

type Run = (em: EntityManager, actor: Actor, ...input: unknown[]) => Promise<Written<WrittenRow>>

/** The record that an operation wrote. */
export type WrittenRow = { id: number; slug?: string }

/** What an operation runs with. `name` is the record that it writes, which a creation does not have. */
export type OperationInput = { name?: Name | undefined; input: unknown; precondition?: Precondition }

/** Runs an operation whose input is valid. */
export function runOperation(
  em: EntityManager,
  actor: Actor,
  operation: Operation,
  { name, input, precondition = unconditional }: OperationInput,
): Promise<Written<WrittenRow>> {
  // `as`: the schema of the operation has validated the input, and nameOfKey has read the name for its kind.
  const run = operation.run as unknown as Run
  return namesRecord(operation) ? run(em, actor, name, input, precondition) : run(em, actor, input)
}

/** Returns the record that a key in a path names. Undefined if it can name none. */
export function nameOfKey(kind: RoutedKind, key: string): Name | undefined {
  return kinds[kind].hasSlug ? recordName(key) : PathId.safeParse(key).data
}

/** Returns the key by which a path names a record. */
export function keyOfName(name: Name): string {
  return String(typeof name === 'number' ? name : (name.slug ?? name.id))
}

/** The precondition of a batch, an approval and an import, which have no If-Match. */
export const unconditional = async () => undefined
