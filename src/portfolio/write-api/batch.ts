import { Batch } from '../batch/operation.ts'
import { runBatch } from '../batch/run.ts'

/** The write of several records in one transaction, in the form of `writes`. */
export const batch = {
  method: 'POST',
  path: '/batch',
  summary: 'Run several operations in one transaction: all or none',
  description:
    'Runs 1 to 50 operations of the write API in their order, each as its own route does. If one fails, nothing is stored, and errors names the invalid fields of all, such as operations.2.body.title. A later operation may name the record of an earlier one by its ref: "ref:NAME" in place of an id or slug, in key, body, evidence and blocked_by. if_match is the If-Match of a change: another etag is 412, and errors names it, such as operations.2.if_match. Warnings name their operation too. In a dry run the context of a place stands at the first operation there; the others say same_as. In a dry run and in a proposal ref:NAME stands for the id of a record that is not stored, or operations.N if it has no ref.',
  body: Batch,
  run: runBatch,
} as const
