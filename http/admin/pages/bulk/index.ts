import type { FastifyReply, FastifyRequest } from 'fastify'
import { type BulkKind, type BulkOutcome, bulkChange } from '../../../../src/catalog/bulk-change.ts'
import { phrase } from '../../../../src/language/phrase.ts'
import { Fault, type FieldErrors, invalid } from '../../../../src/record/fault.ts'
import type { Warning } from '../../../../src/record/warning.ts'
import { warningTexts } from '../../form/messages.ts'
import { html } from '../../html/html.ts'
import { t } from '../../html/text.ts'
import { labelled } from '../../html/words.ts'
import { bulkAddress, bulkBar, bulkFields } from '../../list/bulk-bar.ts'
import { listLink } from '../../record/links.ts'
import type { RecordPages, Row } from '../../record/record.ts'
import { recordPhrase, recordText } from '../../record/record-text.ts'
import { requireWriter, storedValues } from '../../record/row.ts'
import { personOf, redirect, sendPage } from '../../request/reply.ts'
import { adminWrite, noPrecondition } from '../../request/write.ts'
import { sendPreview } from './preview.ts'
import { type BulkRequest, bulkRequest } from './request.ts'
import { hiddenIds, listOfSelection, parametersOf, selectedIds, shownVersions } from './selection.ts'

/**
 * Changes a field of several records. First it shows what would change; the button of that page changes the records that
 * can be changed, in one transaction, if they are as the page showed them.
 */
export async function changeMany(request: FastifyRequest, reply: FastifyReply, pages: RecordPages) {
  requireWriter(request, pages)
  let ids: number[] = []
  try {
    ids = await selectedIds(request, pages)
    const bulk = await bulkRequest(request, pages)
    if (parametersOf(request).apply === undefined) return await preview(request, reply, pages, bulk, ids)
    if (bulk.reason && bulk.reason.errors.length > 0)
      return await preview(request, reply, pages, bulk, ids, { status: 422 })
    return await apply(request, reply, pages, bulk, ids)
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'validation_failed' || !error.errors) throw error
    return sendInvalid(request, reply, pages, ids, error.errors)
  }
}

async function apply(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  bulk: BulkRequest,
  ids: number[],
) {
  const shown = shownVersions(request, ids)
  try {
    const { outcomes, warnings: ofRules = [] } = await run(request, pages, bulk, ids, shown)
    const warnings = [...outcomes.flatMap(({ warnings }) => warnings), ...ofRules]
    const done = recordText(pages, 'changedSeveral', { count: outcomes.length })
    return redirect(reply, listOfSelection(request, pages), done, textsOf(pages, warnings))
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'conflict') throw error
    const notice = t('bulk.nothingChanged', { reason: labelled(error.sentence ?? error.message) })
    return preview(request, reply, pages, bulk, ids, { status: 409, notice })
  }
}

// The same as the change, in a transaction that is rolled back.
async function preview(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  bulk: BulkRequest,
  ids: number[],
  options: { status?: 409 | 422; notice?: string } = {},
) {
  const { outcomes, warnings = [] } = await run(request, pages, bulk, ids)
  if (outcomes.every(({ row }) => row === undefined)) throw invalid({ ids: phrase('bulk.noneExists') })
  return sendPreview(request, reply, {
    pages,
    bulk,
    outcomes,
    warnings: textsOf(pages, warnings),
    ...options,
  })
}

function run(
  request: FastifyRequest,
  pages: RecordPages,
  bulk: BulkRequest,
  ids: number[],
  shown?: ReadonlyMap<number, number>,
): Promise<{ outcomes: BulkOutcome<Row>[]; warnings?: Warning[] }> {
  const kind = kindOf(request, pages, bulk)
  return adminWrite(request, (em, actor) => bulkChange(em, actor, kind, ids, shown), {
    dryRun: shown === undefined,
    timeLimit: 'bulk',
  })
}

function kindOf(request: FastifyRequest, pages: RecordPages, { field, input }: BulkRequest): BulkKind<Row> {
  const person = personOf(request)
  const { change, mayChange } = pages
  return {
    record_type: pages.historyType,
    fields: Object.keys(input),
    read: (read, id) => pages.read(read, id, person),
    refusal: (row) => {
      if (mayChange && !mayChange(row, person)) return recordPhrase(pages, 'mayNotChange')
      if (change?.isPossible && !change.isPossible(row)) return phrase('bulk.notNow')
      return undefined
    },
    isDone: (row) => storedValues(row)[field.control.name] === input[field.control.name],
    change: (em, actor, id) => change?.run(em, actor, id, input as never, noPrecondition) ?? Promise.reject(),
  }
}

function textsOf({ change }: RecordPages, warnings: Warning[]): string[] {
  return change ? [...new Set(warningTexts({ warnings }, change.body))] : []
}

// Shows why a change of several records is invalid, with the form to correct it.
function sendInvalid(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  ids: readonly number[],
  errors: FieldErrors,
) {
  const title = recordText(pages, 'changeSeveral')
  const list = listOfSelection(request, pages)
  const messages = Object.entries(errors)
  const content = (csrf: string) => html`
    <h1>${title}</h1>
    <div class="error-summary" role="alert">
      ${messages.map(([name, texts]) => html`<p id=${`error-${name}`}>${texts.map((text) => labelled(text)).join(' ')}</p>`)}
    </div>
    ${
      ids.length > 0 &&
      bulkBar({
        action: bulkAddress(pages, list),
        fields: bulkFields(pages, personOf(request)),
        csrf,
        rows: html`${hiddenIds(ids)}<span>${recordText(pages, 'count', { count: ids.length })}</span>`,
      })
    }
    <p><a class="button" href=${list}>${t('bulk.toList')}</a></p>
  `
  return sendPage(
    request,
    reply,
    { title, content, above: [{ href: list, label: listLink(pages).label }] },
    422,
  )
}
