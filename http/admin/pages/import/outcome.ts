import type { FastifyReply, FastifyRequest } from 'fastify'
import { referencesOf } from '../../../../src/catalog/changed-values.ts'
import { readTitles } from '../../../../src/catalog/record-titles.ts'
import { previewImport } from '../../../../src/portfolio/import/preview.ts'
import type { ImportResult } from '../../../../src/portfolio/import/result.ts'
import type { StagedImport } from '../../../../src/portfolio/import/staged-import.ts'
import type { Message } from '../../../../src/record/fault.ts'
import { changeList } from '../../history/change-item.ts'
import { mayUndoWindows, windowAddress } from '../../history/change-set-item.ts'
import { type Html, html } from '../../html/html.ts'
import { cards } from '../../html/panels.ts'
import { csrfField } from '../../html/post-form.ts'
import { numberText, rich, t } from '../../html/text.ts'
import { inSentence } from '../../html/words.ts'
import { listAddress } from '../../record/address.ts'
import { listLink } from '../../record/links.ts'
import type { RecordPages } from '../../record/record.ts'
import { recordPhrase } from '../../record/record-text.ts'
import { personOf, sendPage } from '../../request/reply.ts'
import { adminActor } from '../../request/write.ts'
import { changeLine, part, rejectedLines } from './outcome-lines.ts'
import { notShown, progressBar } from './upload.ts'

/** Sends the page that shows what the import of a file would do. `notice` says why it is shown again. */
export async function sendPreview(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  staged: StagedImport,
  { notice, status = 200 }: { notice?: Message | undefined; status?: number } = {},
) {
  const { id, kind, preview } = staged
  const result = preview ?? (await previewImport(request.server.orm, adminActor(request), id))
  const nothing = result.created + result.changed === 0
  const shown = await outcome(request, pages, staged, result, 'preview')
  const content = (csrf: string) => html`
    ${notice ? html`<p class="error" role="alert">${notice}</p>` : null}
    ${shown}
    <form method="post" action=${`${listAddress(kind)}/import/${id}`} class="buttons">
      ${csrfField(csrf)}
      ${nothing ? null : html`<button class="primary">${t('imports.import')}</button>`}
      <a class="button" href=${`${listAddress(kind)}/import/${id}/mapping`}>${t('imports.changeMapping')}</a>
      <a class="button" href=${`${listAddress(kind)}/import`}>${t(nothing ? 'imports.chooseAnother' : 'imports.cancel')}</a>
    </form>
  `
  return sendImportPage(request, reply, pages, content, status)
}

/** Sends the page that shows the progress of an import. It reloads itself. */
export function sendProgress(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  staged: StagedImport,
) {
  reply.header('refresh', '1')
  return sendImportPage(request, reply, pages, () => progressBar(staged))
}

/** Sends the page that shows what an import did. */
export async function sendResult(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  staged: StagedImport,
  result: ImportResult,
) {
  const { kind, created_by, imported_at } = staged
  const shown = await outcome(request, pages, staged, result, 'result')
  const undoAddress =
    imported_at && result.created + result.changed > 0 && mayUndoWindows(personOf(request))
      ? windowAddress(created_by, { since: imported_at, until: imported_at })
      : undefined
  const content = () => html`
    ${shown}
    <p class="buttons">
      <a class="button primary" href=${listAddress(kind)}>${t('imports.showList')}</a>
      <a class="button" href=${`${listAddress(kind)}/import`}>${t('imports.importAnother')}</a>
      ${undoAddress && html`<a class="button danger" href=${undoAddress}>${t('imports.undo')}</a>`}
    </p>
  `
  return sendImportPage(request, reply, pages, content)
}

/** Sends a page of the import of records. */
export function sendImportPage(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  content: (csrf: string) => Html,
  status = 200,
) {
  const title = t('imports.title', { records: inSentence(recordPhrase(pages, 'list')) })
  const page = (csrf: string) => html`<h1>${title}</h1>${content(csrf)}`
  return sendPage(request, reply, { title, content: page, above: [listLink(pages)] }, status)
}

// Renders what an import does or did: counts, changed lines with their values, and rejected lines with reasons.
async function outcome(
  request: FastifyRequest,
  { historyType }: RecordPages,
  { id, kind, file_name }: StagedImport,
  result: ImportResult,
  tense: 'preview' | 'result',
): Promise<Html> {
  const isPreview = tense === 'preview'
  const entries = result.changes.map((change) => ({ ...change, record_type: historyType }))
  const titles = await readTitles(request.server.read, referencesOf(entries))
  const counts = [
    { label: t(isPreview ? 'imports.willBeCreated' : 'imports.created'), count: result.created },
    { label: t(isPreview ? 'imports.willBeChanged' : 'imports.changed'), count: result.changed },
    { label: t('imports.unchanged'), count: result.unchanged },
    {
      label: t('imports.rejected'),
      count: result.rejected,
      tone: result.rejected > 0 ? ('warn' as const) : undefined,
    },
  ]
  const changes = entries.map((entry) => changeLine(entry.line, changeList(entry, personOf(request), titles)))
  return html`
    <p>
      ${t('imports.linesOfFile', { file: file_name, count: result.lines })}
      ${
        result.ignored_columns.length > 0
          ? html` ${rich('imports.ignoredColumns', {
              columns: result.ignored_columns.map(
                (name, index) =>
                  html`${index > 0 ? ', ' : ''}${name === null ? notShown() : html`<code>${name}</code>`}`,
              ),
            })}`
          : null
      }
    </p>
    ${cards(counts.map(({ count, ...card }) => ({ ...card, value: numberText(count) })))}
    ${isPreview && result.created + result.changed === 0 ? html`<p>${t('imports.nothing')}</p>` : null}
    ${rejectedLines(result, `${listAddress(kind)}/import/${id}/rejected.csv`, `${listAddress(kind)}/import/template.csv`)}
    ${part({
      id: 'changed',
      title: t(isPreview ? 'imports.changingLines' : 'imports.changedLines'),
      headings: [t('imports.beforeAndAfter')],
      rows: changes,
      count: result.changed,
    })}
  `
}
