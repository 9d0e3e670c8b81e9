import type { FastifyRequest } from 'fastify'
import type { BulkOutcome } from '../../../../src/catalog/bulk-change.ts'
import { input } from '../../form/input.ts'
import { csrfField } from '../../html/csrf.ts'
import { type Html, html } from '../../html/html.ts'
import { bulkAddress } from '../../list/bulk-bar.ts'
import type { RecordPages, Row } from '../../record/record.ts'
import type { BulkRequest } from './request.ts'
import { hiddenIds, listOfSelection, versionsField } from './selection.ts'

type Decision = {
  request: FastifyRequest
  pages: RecordPages
  bulk: BulkRequest
  open: BulkOutcome<Row>[]
  refused: BulkOutcome<Row>[]
  csrf: string
  /** 422 if the form was sent, but is invalid. */
  status: number | undefined
}

/** Renders the form of a preview. It contains only what can be changed, with the versions that the page shows. */
export function decisionForm({ request, pages, bulk, open, refused, csrf, status }: Decision): Html {
  const { field, value, reason } = bulk
  const list = listOfSelection(request, pages)
  return html`
    <form method="post" action=${bulkAddress(pages, list)} class="record" novalidate>
      ${csrfField(csrf)} ${versionsField(open)} ${hiddenIds(open.map(({ id }) => id))}
      <input type="hidden" name="field" value=${field.name} />
      <input type="hidden" name="value" value=${value} />
      ${reason && reasonField(reason, status === 422)}
      <div class="buttons">
        <button class="primary" name="apply" value="1">${refused.length > 0 ? 'Apply without these' : 'Apply'}</button>
        <a class="button" href=${list}>Cancel</a>
      </div>
    </form>
  `
}

function reasonField({ control, value, errors }: NonNullable<BulkRequest['reason']>, wasSent: boolean): Html {
  const { name, label, help, required } = control
  // Nobody was asked for it before.
  const isInvalid = errors.length > 0 && (wasSent || value !== '')
  const described = isInvalid ? `error-${name} help-${name}` : `help-${name}`
  const attributes = {
    id: `field-${name}`,
    name,
    'aria-describedby': described,
    'aria-invalid': isInvalid ? 'true' : undefined,
    'aria-required': required ? 'true' : undefined,
    autofocus: true,
  } as const
  return html`<div class="fields">
    <div class=${isInvalid ? 'field long invalid' : 'field long'}>
      <label for=${`field-${name}`}>${label}${required && html`<span class="required" aria-hidden="true"> *</span>`}</label>
      ${input(control, value, attributes)}
      ${isInvalid && html`<p class="error" id=${`error-${name}`} role="alert">${errors.join(' ')}</p>`}
      <p class="help" id=${`help-${name}`}>${help}</p>
    </div>
  </div>`
}
