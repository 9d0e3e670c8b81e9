import { appOperations } from './app/writes.ts'
import { canonRuleOperations } from './canon-rule/writes.ts'
import { decisionOperations } from './decision/writes.ts'
import { economicsOperations } from './economics/writes.ts'
import { insightOperations } from './insight/writes.ts'
import type { RoutedKind } from './kinds.ts'
import type { Action, Operation } from './operation.ts'
import { productOperations } from './product/writes.ts'
import { signalOperations } from './signal/writes.ts'
import { taskOperations } from './task/writes.ts'

/** Every write of one record of the portfolio, by its name in the write API. */
export const operations = {
  ...productOperations,
  ...appOperations,
  ...signalOperations,
  ...insightOperations,
  ...economicsOperations,
  ...decisionOperations,
  ...taskOperations,
  ...canonRuleOperations,
}

export type OperationName = keyof typeof operations

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
