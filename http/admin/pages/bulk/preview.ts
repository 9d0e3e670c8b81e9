import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BulkOutcome } from '../../../../src/catalog/bulk-change.ts'
import { input } from '../../form/input.ts'
import { warningTexts } from '../../form/messages.ts'
import { rejection } from '../../history/changed-notice.ts'
import { absent, display } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { csrfField } from '../../html/post-form.ts'
import { localized, rich, t } from '../../html/text.ts'
import { fieldInMessage } from '../../html/words.ts'
import { bulkAddress } from '../../list/bulk-bar.ts'
import { recordAddress } from '../../record/address.ts'
import { enumerationOfField } from '../../record/field-traits.ts'
import { listLink, rowTitles, titleOf } from '../../record/links.ts'
import type { RecordPages, Row } from '../../record/record.ts'
import { recordText } from '../../record/record-text.ts'
import { personOf, sendPage } from '../../request/reply.ts'
import type { BulkRequest } from './request.ts'
import { hiddenIds, listOfSelection, versionsField } from './selection.ts'

type Preview = {
  pages: RecordPages
  bulk: BulkRequest
  outcomes: BulkOutcome<Row>[]
  /** What canon rules warn of. */
  warnings: string[]
  status?: 409 | 422
  /** Why an earlier decision was not carried out. */
  notice?: string
}

/** Shows what a change of several records does with each, and asks whether to carry it out. */
export async function sendPreview(
  request: FastifyRequest,
  reply: FastifyReply,
  { pages, bulk, outcomes, warnings, status, notice }: Preview,
) {
  const { control } = bulk.field
  const list = listOfSelection(request, pages)
  const open = outcomes.filter(({ refusal, after }) => refusal === undefined && after !== undefined)
  const refused = outcomes.filter(({ refusal }) => refusal !== undefined)
  const same = outcomes.length - open.length - refused.length
  const viewer = {
    person: personOf(request),
    titles: await rowTitles(request.server.read, rowsIn(outcomes), shownFields(pages, control.name)),
  }
  const title = t('bulk.previewTitle', {
    field: fieldInMessage(control.label),
    records: recordText(pages, 'count', { count: open.length }),
  })
  const valueIn = (row: Row | undefined) => {
    const name = control.name.replace(/_id$/, '')
    return row ? display(name, row[name], enumerationOfField(pages.schema, name), viewer) : absent
  }
  const content = (csrf: string) => html`
    <h1>${title}</h1>
    ${notice && rejection(notice)}
    ${warnings.map((warning) => html`<p class="notice warning">${warning}</p>`)}
    ${open.length > 0 ? decisionForm({ request, pages, bulk, open, refused, csrf, status }) : html`<p>${rich('bulk.nothingLeft', { link: (part) => html`<a href=${list}>${part}</a>` })}</p>`}
    ${
      refused.length > 0 &&
      html`<section class="part">
        <h2 id="refused">${t('bulk.refused')}</h2>
        ${table(
          t('bulk.refused'),
          [t('history.record'), t('history.reasonLabel')],
          refused.map(({ id, row, refusal }) => [link(pages, row, id), refusal && localized(refusal)]),
        )}
      </section>`
    }
    ${
      open.length > 0 &&
      html`<section class="part">
        <h2 id="changes">${t('bulk.changes')}</h2>
        ${table(
          t('bulk.changes'),
          [t('history.record'), t('history.now'), t('bulk.afterwards')],
          open.map(({ id, row, after, warnings }) => [
            link(pages, row, id),
            valueIn(row),
            html`${valueIn(after)}${warnings.length > 0 && html` <span class="muted">${textsOf(pages, warnings)}</span>`}`,
          ]),
        )}
      </section>`
    }
    ${same > 0 && html`<p class="muted">${t('bulk.alreadySo', { records: recordText(pages, 'count', { count: same }) })}</p>`}
  `
  const above = [{ href: list, label: listLink(pages).label }]
  return sendPage(request, reply, { title, content, above }, status ?? 200)
}

function table(label: string, headings: string[], rows: Html[][]): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label=${label}>
    <table>
      <thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
      <tbody>
        ${rows.map(
          ([first, ...others]) =>
            html`<tr><th scope="row">${first}</th>${others.map((cell) => html`<td>${cell}</td>`)}</tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

function link(pages: RecordPages, row: Row | undefined, id: number): Html {
  return row ? html`<a href=${recordAddress(pages.collection, row.id)}>${titleOf(pages, row)}</a>` : `#${id}`
}

function rowsIn(outcomes: BulkOutcome<Row>[]): Row[] {
  return outcomes.flatMap(({ row, after }) => [row, after].filter((one) => one !== undefined))
}

function shownFields({ schema }: RecordPages, name: string): string[] {
  return [name, name.replace(/_id$/, '')].filter((one) => one in schema.shape)
}

function textsOf({ change }: RecordPages, warnings: BulkOutcome<Row>['warnings']): string {
  return change ? warningTexts({ warnings }, change.body).join(' ') : ''
}

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

// Renders the form of a preview. It contains only what can be changed, with the versions that the page shows.
function decisionForm({ request, pages, bulk, open, refused, csrf, status }: Decision): Html {
  const { field, value, reason } = bulk
  const list = listOfSelection(request, pages)
  return html`
    <form method="post" action=${bulkAddress(pages, list)} class="record" novalidate>
      ${csrfField(csrf)} ${versionsField(open)} ${hiddenIds(open.map(({ id }) => id))}
      <input type="hidden" name="field" value=${field.name} />
      <input type="hidden" name="value" value=${value} />
      ${reason && reasonField(reason, status === 422)}
      <div class="buttons">
        <button class="primary" name="apply" value="1">${refused.length > 0 ? t('bulk.applyWithout') : t('bulk.apply')}</button>
        <a class="button" href=${list}>${t('form.cancel')}</a>
      </div>
    </form>
  `
}

function reasonField({ control, value, errors }: NonNullable<BulkRequest['reason']>, wasSent: boolean): Html {
  const { name, label, help, required } = control
  // An empty reason is a mistake only once the page has asked for it.
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
