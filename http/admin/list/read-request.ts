import type { FastifyRequest } from 'fastify'
import { resolveReferences } from '../form/references.ts'
import type { FormValues, RecordPages } from '../record/record.ts'
import { personOf } from '../request/reply.ts'
import { filterControls } from './filters.ts'
import { type ListRequest, listRequest } from './list-request.ts'

/** Returns the request for a list page that parameters of an address name. The filters may name records by their names. */
export async function readListRequest(
  request: FastifyRequest,
  pages: RecordPages,
  sent: FormValues,
): Promise<ListRequest> {
  const { read, config } = request.server
  const resolved = await resolveReferences(read, filterControls(pages), sent, personOf(request))
  const list = listRequest(pages, resolved.values, resolved.errors, config.TIME_ZONE)
  return { ...list, sent: { ...list.sent, ...resolved.texts } }
}
