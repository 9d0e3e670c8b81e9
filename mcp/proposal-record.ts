import type { Read } from '../src/database/read.ts'
import {
  listProposals,
  type ProposalDetail,
  proposalEtag,
  proposalUrl,
  showProposal,
} from '../src/portfolio/proposal/read.ts'
import { clean } from './clean.ts'
import { compactTextBytes } from './size-limit.ts'
import { escapedJson } from './untrusted.ts'

const maxProposalBytes = 13_000

// The fields that may be long, the first ones shown first.
const longFields = ['rules', 'body', 'conflicts', 'changes', 'preview'] as const

/**
 * Returns a proposal as its GET answers it, with its etag, and without the long fields that do not fit in an answer.
 * Throws `not_found`.
 */
export async function findProposal(read: Read, id: number, publicUrl: string) {
  const proposal = await showProposal(read, id)
  const record: Partial<ProposalDetail> & { id: number; url: string } = {
    ...proposal,
    url: proposalUrl(publicUrl, id),
  }
  const leftOut: string[] = []
  let free = maxProposalBytes
  for (const name of longFields) {
    const json = escapedJson(clean(proposal[name], compactTextBytes))
    const size = Buffer.byteLength(JSON.stringify(json))
    if (size <= free) free -= size
    else {
      delete record[name]
      leftOut.push(name)
    }
  }
  return { etag: proposalEtag(proposal), record, leftOut }
}

/** Returns the newest proposals to choose from. */
export async function chooseProposal(read: Read, limit: number) {
  const { rows } = await listProposals(read, { limit, offset: 0, with_total: false }, '')
  return rows.map(({ id, title, status }) => ({ id, title, status }))
}
