import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { phrase } from '../../../../src/language/phrase.ts'
import { Resolution } from '../../../../src/portfolio/signal/writes.ts'
import { isSettled } from '../../../../src/portfolio/urgency.ts'
import { Fault, invalid, notFound } from '../../../../src/record/fault.ts'
import { invalidSelection, requiredField } from '../../../../src/record/validation/messages.ts'
import { safeValidate } from '../../../../src/record/validation/validate.ts'
import { type Control, formControls } from '../../form/controls.ts'
import { labelledErrors } from '../../form/labelled-errors.ts'
import { validateForm } from '../../form/messages.ts'
import { type BulkField, bulkFields } from '../../list/bulk-bar.ts'
import type { FormValues, RecordPages } from '../../record/record.ts'
import { personOf } from '../../request/reply.ts'
import { parametersOf } from './selection.ts'

/** A change of several records: the field, the value as it was sent, and the change of each record. */
export type BulkRequest = {
  field: BulkField
  value: string
  input: FormValues
  /** The control of a text that goes with the value, what was sent for it, and what is wrong with it. */
  reason?: { control: Control; value: string; errors: string[] } | undefined
}

/** An empty value clears a field that may be null. Throws a fault with the messages of `field` and `value` if they are invalid. */
export async function bulkRequest(request: FastifyRequest, pages: RecordPages): Promise<BulkRequest> {
  if (!pages.change) throw notFound()
  const sent = parametersOf(request)
  const fields = bulkFields(pages, personOf(request))
  const field = fields.find(({ name, control }) => name === sent.field || control.name === sent.field)
  if (!field)
    throw invalid({
      field: invalidSelection(
        'field',
        fields.map(({ name }) => name),
      ),
    })
  if (sent.value === undefined) throw invalid({ value: requiredField('value') })
  const value = valueFor(sent.value, fields, field)
  const input = await validated(request, pages, field, value)
  const reason = reasonFor(pages, input, sent.resolution)
  return { field, value, input: { ...input, ...reason?.given }, reason }
}

// The list sends the controls of all fields in their order, and the button names one of them.
function valueFor(value: unknown, fields: readonly BulkField[], field: BulkField): string {
  const values = [value].flat()
  const own = values.length === fields.length ? values[fields.indexOf(field)] : values[0]
  return typeof own === 'string' ? own.trim() : ''
}

async function validated(
  request: FastifyRequest,
  { change }: RecordPages,
  { control }: BulkField,
  value: string,
): Promise<FormValues> {
  const body = change?.body ?? z.object({})
  try {
    return await validateForm(request, body, { [control.name]: value })
  } catch (error) {
    if (!(error instanceof Fault) || !error.errors) throw error
    const messages = labelledErrors(error.errors, formControls(body))[control.name] ?? []
    throw invalid({ value: messages.join(' ') || phrase('bulk.invalidValue') })
  }
}

// Stands for a missing resolution in the preview, which stores nothing.
const placeholder = { resolution: '…' }

// A signal that is resolved or dismissed has a resolution, which only a dismissed one may lack.
function reasonFor({ historyType }: RecordPages, { status }: FormValues, sent: unknown) {
  const [control] = formControls(Resolution)
  if (historyType !== 'signal' || !isSettled(status) || !control) return undefined
  const value = typeof sent === 'string' ? sent.replaceAll('\r\n', '\n') : ''
  const required = status === 'resolved'
  const reason = { control: { ...control, required }, value }
  if (!required && value.trim() === '') return { ...reason, errors: [], given: {} }
  const { data, errors = {} } = safeValidate(Resolution, { resolution: value })
  return { ...reason, errors: labelledErrors(errors, [control]).resolution ?? [], given: data ?? placeholder }
}
