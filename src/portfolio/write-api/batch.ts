import { Batch } from '../batch/operation.ts'
import { runBatch } from '../batch/run.ts'

/** The write of several records in one transaction, in the form of `writes`. */
export const batch = {
  method: 'POST',
  path: '/batch',
  summary: 'Run several operations in one transaction: all or none',
  description:
    'Runs 1 to 50 operations of the write API in their order, each as its own route does. If one fails, nothing is stored, and errors names the invalid fields of all, such as operations.2.body.title. A later operation may name the record of an earlier one by its ref: "ref:NAME" in place of an id or slug, in key, body, evidence and blocked_by. In a dry run such ids belong to records that are not stored.',
  body: Batch,
  run: runBatch,
} as const
