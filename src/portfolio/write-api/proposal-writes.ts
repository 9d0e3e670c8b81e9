import { z } from 'zod'
import { operations } from '../operations.ts'
import { NoBody } from '../retraction/retraction.ts'

/** What a proposer does with a proposal, in the form of `writes`. */
export const proposalWrites = {
  revise_proposal: {
    method: 'PUT',
    path: '/proposals/{id}',
    summary: 'Send a proposal again, with the changes that a person asked for',
    description:
      'Replaces the body of a proposal of your token whose status is changes_wanted; its decision_note says what to change. Send the whole body of the same operation, not only what changes: body and operation of get_record with kind=proposal have both. The command shows a proposal of record_signal. The answer is that of the operation: 202 with the same number, which waits for a person again and expires anew. 409 in any other status, also if this body is pending already; 403 for a proposal of another token.',
    body: z
      .looseObject({})
      .describe('The whole body of the operation of the proposal, as its own route takes it')
      .meta({ examples: operations.record_signal.body.meta()?.examples as object[] }),
  },
  withdraw_proposal: {
    method: 'POST',
    path: '/proposals/{id}/withdraw',
    summary: 'Withdraw a proposal of your token',
    description:
      'Takes back a proposal whose status is pending or changes_wanted. 409 in any other status, 403 for a proposal of another token.',
    body: NoBody,
  },
} as const
