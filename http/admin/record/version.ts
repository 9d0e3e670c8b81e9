import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readVersion } from '../../../src/catalog/shown-version.ts'
import type { RecordRef } from '../../../src/journal/history.ts'
import { type Html, html } from '../html/html.ts'
import { pathId } from '../request/path-id.ts'
import type { RecordPages } from './record.ts'

/** The hidden field with the version of the record that a page shows. */
const name = '_version'

const Version = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)

/** Renders the hidden field with the version of the record that a form or a button is about. */
export function versionField(version: number | undefined): Html {
  return version === undefined ? null : html`<input type="hidden" name=${name} value=${version} />`
}

/** Returns the version that a request names. Undefined if it names none. */
export function shownVersion({ body }: FastifyRequest): number | undefined {
  return Version.safeParse((body as Record<string, unknown> | undefined)?.[name]).data
}

/** Returns the version of the record whose id is in the path. Call it before the record is read. */
export function currentVersion(request: FastifyRequest, pages: RecordPages): Promise<number> {
  return readVersion(request.server.read, recordRef(pages, { id: pathId(request) }))
}

/** Returns how the history names a record. */
export function recordRef({ historyType }: RecordPages, { id }: { id: number }): RecordRef {
  return { record_type: historyType, record_id: id }
}
