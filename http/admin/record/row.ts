import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Person } from '../../../src/access/person.ts'
import { policyAllows } from '../../../src/access/policy.ts'
import { readVersion } from '../../../src/catalog/shown-version.ts'
import type { RecordRef } from '../../../src/journal/history.ts'
import { notFound, policyDenied } from '../../../src/record/fault.ts'
import { PathId } from '../../../src/record/rules/id.ts'
import { isStorable } from '../../../src/record/rules/text.ts'
import { pathId } from '../request/path.ts'
import { personOf, redirect } from '../request/reply.ts'
import type { RecordAction } from './action.ts'
import { recordAddress } from './address.ts'
import type { FormValues, RecordPages, Row } from './record.ts'

/**
 * Returns the record that the path identifies. For a slug, redirects to the address with the id and returns undefined.
 */
export async function rowOf(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
): Promise<Row | undefined> {
  const { id: key } = request.params as { id: string }
  const id = PathId.safeParse(key)
  if (id.success) return pages.read(request.server.read, id.data, personOf(request))
  if (!pages.readBySlug || /^\d/.test(key) || !isStorable(key)) throw notFound()
  const row = await pages.readBySlug(request.server.read, key)
  redirect(reply, recordAddress(pages.collection, row.id))
  return undefined
}

/** Returns the record whose id is in the path. Throws `not_found` if the id is malformed or there is no such record. */
export async function rowById(request: FastifyRequest, pages: RecordPages): Promise<Row> {
  return pages.read(request.server.read, pathId(request), personOf(request))
}

/** Returns the record whose id is in the path, if the person may change it. Throws `policy_denied` otherwise. */
export async function changeableRow(request: FastifyRequest, pages: RecordPages): Promise<Row> {
  requireWriter(request, pages)
  const row = await rowById(request, pages)
  if (pages.mayChange && !pages.mayChange(row, personOf(request))) throw policyDenied()
  return row
}

/**
 * Returns the values of a record as its form and its history name them: a record contains the reference `company_id` as
 * `company: { id, name }`.
 */
export function storedValues(row: Row): FormValues {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      if (typeof value !== 'object' || value === null || !('id' in value)) return [[name, value]]
      const id = [`${name}_id`, value.id]
      return 'slug' in value ? [id, [`${name}_slug`, value.slug]] : [id]
    }),
  )
}

/** Returns whether the person may change records in general. */
export function mayWrite(request: FastifyRequest, { isWriter }: Pick<RecordPages, 'isWriter'>): boolean {
  const person = personOf(request)
  return isWriter ? isWriter(person) : policyAllows('write', person)
}

/** Throws `policy_denied` unless the person may change records in general. */
export function requireWriter(request: FastifyRequest, pages: Pick<RecordPages, 'isWriter'> = {}): void {
  if (!mayWrite(request, pages)) throw policyDenied()
}

/** Returns whether the person may create records of this kind. */
export function mayCreate(request: FastifyRequest, pages: RecordPages): boolean {
  if (!pages.create || !mayWrite(request, pages)) return false
  return pages.create.isAllowed?.(personOf(request)) ?? true
}

/** Returns the version of the record whose id is in the path. Call it before the record is read. */
export function currentVersion(
  request: FastifyRequest,
  pages: RecordPages,
  options?: Pick<RecordAction, 'withClaims'>,
): Promise<number> {
  return readVersion(request.server.read, recordRef(pages, { id: pathId(request) }), options)
}

/** Returns how the history names a record. */
export function recordRef({ historyType }: RecordPages, { id }: { id: number }): RecordRef {
  return { record_type: historyType, record_id: id }
}

/** Returns whether a person may see the pages of a kind of record. */
export function maySee({ access }: Pick<RecordPages, 'access'>, person: Person): boolean {
  if (access === 'everyone' || person.role === 'admin') return true
  return person.role === 'manager' && access !== 'admin'
}
