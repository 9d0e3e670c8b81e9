import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FieldErrors } from '../../../../src/record/fault.ts'
import { html } from '../../html/html.ts'
import { counted } from '../../html/words.ts'
import { bulkAddress, bulkBar, bulkFields } from '../../list/bulk-bar.ts'
import { listLink } from '../../record/links.ts'
import type { RecordPages } from '../../record/record.ts'
import { personOf, sendPage } from '../../request/reply.ts'
import { hiddenIds, listOfSelection } from './selection.ts'

/** Shows why a change of several records is invalid, with the form to correct it. */
export function sendInvalid(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  ids: readonly number[],
  errors: FieldErrors,
) {
  const title = `Change ${pages.label.plural}`
  const list = listOfSelection(request, pages)
  const messages = Object.entries(errors)
  const content = (csrf: string) => html`
    <h1>${title}</h1>
    <div class="error-summary" role="alert">
      ${messages.map(([name, texts]) => html`<p id=${`error-${name}`}>${texts.join(' ')}</p>`)}
    </div>
    ${
      ids.length > 0 &&
      bulkBar({
        action: bulkAddress(pages, list),
        fields: bulkFields(pages, personOf(request)),
        csrf,
        rows: html`${hiddenIds(ids)}<span>${counted(ids.length, pages.label)}</span>`,
      })
    }
    <p><a class="button" href=${list}>Back to the list</a></p>
  `
  return sendPage(
    request,
    reply,
    { title, content, above: [{ href: list, label: listLink(pages).label }] },
    422,
  )
}
