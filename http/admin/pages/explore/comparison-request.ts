import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type FieldErrors, invalid } from '../../../../src/record/fault.ts'
import { todayIn } from '../../../../src/record/time-zone.ts'
import { safeValidate } from '../../../../src/record/validation/validate.ts'
import type { Control } from '../../form/controls.ts'
import { labelledErrors } from '../../form/labelled-errors.ts'
import { nameTyped, resolveReferences } from '../../form/references.ts'
import { filterControls } from '../../list/filters.ts'
import type { FormValues } from '../../record/record.ts'
import { personOf } from '../../request/reply.ts'

/** Describes a page that compares a period with the period before it. */
export type ComparisonPage<Query> = {
  /** The address of the page. */
  address: string
  query: z.ZodObject & z.ZodType<Query>
  /** As in the description of a record. */
  references?: Record<string, string>
  headings?: Record<string, string>
}

/** The request for such a page. Without `query` it is invalid. */
export type ComparisonRequest<Query> = {
  query: Query | undefined
  errors: FieldErrors
  /** The current date in the time zone of the service. */
  today: string
  controls: Control[]
  /** The parameters as an address contains them. */
  sent: Record<string, string>
  /** The parameters as the controls show them, records by name. */
  shown: FormValues
}

/** Returns the parameters of a request, with the records that they name. Unknown parameters are ignored. */
export async function comparisonRequest<Query>(
  request: FastifyRequest,
  { query: schema, references, headings }: ComparisonPage<Query>,
): Promise<ComparisonRequest<Query>> {
  const { read } = request.server
  const person = personOf(request)
  const controls = filterControls({ list: { query: schema }, references, headings })
  const resolved = await resolveReferences(read, controls, request.query as FormValues, person)
  const given = Object.entries(resolved.values).filter(
    ([name, value]) => value !== '' && Object.hasOwn(schema.shape, name),
  )
  const today = todayIn(request.server.config.TIME_ZONE)
  const { date_from, date_to = today } = Object.fromEntries(given) as Record<string, string>
  const isAhead = date_from !== undefined && date_from > date_to
  const { data, errors } = safeValidate(schema, {
    ...(!isAhead && { date_to }),
    ...Object.fromEntries(given),
  })
  const isKnown = Object.keys(resolved.errors).length === 0
  const texts = given.filter(([, value]) => typeof value === 'string')
  const sent = { ...Object.fromEntries(texts), ...resolved.texts }
  return {
    query: isKnown ? (data as Query | undefined) : undefined,
    errors: labelledErrors({ ...errors, ...invalid(resolved.errors).errors }, controls),
    today,
    controls,
    sent: sent as Record<string, string>,
    shown: await nameTyped(read, controls, sent, person),
  }
}
