import type { RoutedKind } from './kinds.ts'
import type { Action, Operation } from './operation.ts'
import { type OperationName, records } from './records.ts'

/** Every write of one record of the portfolio, by its name in the write API. */
export const operations: { [Name in OperationName]: Operation<Name> } = Object.assign(
  {},
  ...Object.values(records).map((kind) => kind.operations),
)

// `as`, because Object.keys is typed string[].
export const operationNames = Object.keys(operations) as [OperationName, ...OperationName[]]

/** The operations on records of one kind, by what they do. */
type ByAction = { [action in Action]?: Operation<OperationName> }

/** Returns the operations on records of this type. There are none if the write API does not write such records. */
export function operationsOn(type: RoutedKind): ByAction & { create: Operation<OperationName> }
export function operationsOn(type: string): ByAction
export function operationsOn(type: string): ByAction {
  const found = Object.values(operations).filter(({ kind }) => kind === type)
  return Object.fromEntries(found.map((operation) => [operation.action, operation]))
}
