import { z } from 'zod'
import { StoredProposal } from '../../../../src/portfolio/proposal/proposal.ts'
import { formControls } from '../../form/controls.ts'

/** The form of a decision. */
export const DecisionForm = z.object({
  note: StoredProposal.shape.decision_note
    .optional()
    .describe('Shown to who proposed, and in the change feed'),
})

/** The control of the note. */
export const noteControls = formControls(DecisionForm)
