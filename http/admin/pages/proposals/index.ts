import type { Server } from '../../../server/server.ts'
import { approve, askProposer, reject } from './decide.ts'
import { decideMany } from './decide-many.ts'
import { approveEdited, showEdit } from './edit.ts'
import { showInbox } from './inbox.ts'
import { showProposalPage } from './show.ts'

/** Registers the pages of proposals, the only place where a person decides on them. */
export async function proposalPages(app: Server): Promise<void> {
  app.get('/proposals', showInbox)
  app.post('/proposals/decide', decideMany)
  app.get('/proposals/:id', showProposalPage)
  app.post('/proposals/:id/approve', approve)
  app.post('/proposals/:id/reject', reject)
  app.post('/proposals/:id/ask', askProposer)
  app.get('/proposals/:id/edit', showEdit)
  app.post('/proposals/:id/edit', (request, reply) => approveEdited(request, reply))
}
