import type { FastifyRequest } from 'fastify'
import { readVersion } from '../../../src/catalog/shown-version.ts'
import type { RecordRef } from '../../../src/journal/history.ts'
import { pathId } from '../request/path-id.ts'
import type { RecordPages } from './record.ts'

/** Returns the version of the record whose id is in the path. Call it before the record is read. */
export function currentVersion(request: FastifyRequest, pages: RecordPages): Promise<number> {
  return readVersion(request.server.read, recordRef(pages, { id: pathId(request) }))
}

/** Returns how the history names a record. */
export function recordRef({ historyType }: RecordPages, { id }: { id: number }): RecordRef {
  return { record_type: historyType, record_id: id }
}
