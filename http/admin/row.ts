import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { policyAllows } from '../../src/access/policy.ts'
import { Fault, notFound } from '../../src/record/fault.ts'
import { PathId } from '../../src/record/id.ts'
import type { RecordPages, Row } from './record.ts'
import { personOf, redirect } from './reply.ts'

/**
 * Returns the record that the path identifies. A slug is answered with a redirect to the address with the id, and
 * returns undefined.
 */
export async function rowOf(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
): Promise<Row | undefined> {
  const { id: key } = request.params as { id: string }
  const id = PathId.safeParse(key)
  if (id.success) return pages.read(request.server.read, id.data, personOf(request))
  if (!pages.readBySlug || /^\d/.test(key)) throw notFound()
  const row = await pages.readBySlug(request.server.read, key)
  redirect(reply, `/admin/${pages.collection}/${row.id}`)
  return undefined
}

/** Returns the record that the path identifies, if the person may change it. Throws `policy_denied` otherwise. */
export async function changeableRow(request: FastifyRequest, pages: RecordPages): Promise<Row> {
  requireWriter(request, pages)
  const row = await pages.read(request.server.read, idOf(request), personOf(request))
  if (pages.mayChange && !pages.mayChange(row, personOf(request))) throw new Fault('policy_denied')
  return row
}

/** Returns whether the person may change records in general. */
export function mayWrite(request: FastifyRequest, { isWriter }: Pick<RecordPages, 'isWriter'>): boolean {
  const person = personOf(request)
  return isWriter ? isWriter(person) : policyAllows('write', person)
}

/** Throws `policy_denied` unless the person may change records in general. */
export function requireWriter(request: FastifyRequest, pages: Pick<RecordPages, 'isWriter'>): void {
  if (!mayWrite(request, pages)) throw new Fault('policy_denied')
}

/** Returns the id that the path contains. Throws `not_found` if it is malformed. */
export function idOf({ params }: FastifyRequest): number {
  const { data, success } = z.object({ id: PathId }).safeParse(params)
  if (!success) throw notFound()
  return data.id
}

/** Returns whether the person may create records of this kind. */
export function mayCreate(request: FastifyRequest, pages: RecordPages): boolean {
  if (!pages.create || !mayWrite(request, pages)) return false
  return pages.create.isAllowed?.(personOf(request)) ?? true
}
