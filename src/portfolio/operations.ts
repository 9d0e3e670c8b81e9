import { appOperations } from './app/writes.ts'
import { canonRuleOperations } from './canon-rule/writes.ts'
import { decisionOperations } from './decision/writes.ts'
import { economicsOperations } from './economics/writes.ts'
import { insightOperations } from './insight/writes.ts'
import type { Operation } from './operation.ts'
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

/** Returns the operation by which records of this type are written. Undefined if they are not part of the write API. */
export function findOperation(type: string, action: string): Operation<OperationName> | undefined {
  return Object.values(operations).find((operation) => operation.kind === type && operation.action === action)
}
