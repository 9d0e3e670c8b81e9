import type { OperationResult } from '../../src/portfolio/batch/run.ts'
import { answerKeys } from '../../src/portfolio/kinds.ts'
import { operations } from '../../src/portfolio/operations.ts'

/** The result of an operation as its own route answers it: the record is under the name of its kind. */
export type Shown = Pick<OperationResult, 'operation' | 'status'> & { [name: string]: unknown }

type StoredResult = { id: number; tasks?: { id: number; product_decision_id: number }[] }

/** Returns the result of an operation that is not stored: a record that it would create has no id, nor have its tasks. */
export function withoutIds(answer: Shown): Shown {
  const { one } = answerKeys(operations[answer.operation].kind)
  if (answer.status !== 201) return { ...answer, etag: undefined }
  const { id: _, tasks, ...record } = answer[one] as StoredResult
  const nested = tasks?.map(({ id: _, product_decision_id: __, ...task }) => task)
  return { ...answer, etag: undefined, [one]: { ...record, ...(nested && { tasks: nested }) } }
}
