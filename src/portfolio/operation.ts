import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import type { Precondition } from '../record/lock-record.ts'
import { PathId } from '../record/rules/id.ts'
import type { Written } from '../record/warning.ts'
import { kinds, type RoutedKind, routePath } from './kinds.ts'
import { type RecordName, recordName } from './place/find.ts'

/** What an operation does to its record. */
export type Action = 'create' | 'change' | 'retract' | 'restore'

/** What a kind of record says of one of its operations. */
type Definition = {
  action: Action
  summary: string
  description?: string
  body: z.ZodObject
  /** Takes the input of a creation, and otherwise the name of the record, the input and the precondition. */
  run: (em: EntityManager, actor: Actor, ...input: never[]) => Promise<Written<{ id: number; slug?: string }>>
}

/** An operation of the write API: one write of one record. The path is in OpenAPI's form, below `/api/portfolio`. */
export type Operation<Name extends string = string, Kind extends RoutedKind = RoutedKind> = Definition & {
  name: Name
  kind: Kind
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
}

type Operations<Kind extends RoutedKind, Definitions extends Record<string, Definition>> = {
  readonly [Name in keyof Definitions & string]: Definitions[Name] & Operation<Name, Kind>
}

/** Returns the operations of a kind of record, each with its name, its kind and its route. */
export function operationsOf<Kind extends RoutedKind, const Definitions extends Record<string, Definition>>(
  kind: Kind,
  definitions: Definitions,
): Operations<Kind, Definitions> {
  const entries = Object.entries(definitions).map(([name, definition]) => [
    name,
    { name, kind, ...routeOf(kind, definition.action), ...definition },
  ])
  // `as`, because Object.fromEntries loses the names.
  return Object.fromEntries(entries) as Operations<Kind, Definitions>
}

function routeOf(kind: RoutedKind, action: Action) {
  const path = `/${routePath(kind)}`
  const onePath = `${path}/{${kinds[kind].parameter}}`
  return {
    create: { method: 'POST', path },
    change: { method: 'PATCH', path: onePath },
    retract: { method: 'POST', path: `${onePath}/retract` },
    restore: { method: 'DELETE', path: `${onePath}/retract` },
  }[action]
}

/** Returns whether an operation writes a record that its path names, instead of creating one. */
export function namesRecord({ action }: Pick<Definition, 'action'>): boolean {
  return action !== 'create'
}

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

/** The precondition of an approval and an import, and of an operation that names no etag. */
export const unconditional = async () => undefined
