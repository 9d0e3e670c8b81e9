import type { FastifyReply, FastifyRequest } from 'fastify'
import { previewImport } from '../../../src/portfolio/import/preview.ts'
import type { ImportResult } from '../../../src/portfolio/import/result.ts'
import type { StagedImport } from '../../../src/portfolio/import/staged-import.ts'
import { csrfField } from '../html/csrf.ts'
import { type Html, html } from '../html/html.ts'
import { listLink } from '../record/links.ts'
import type { RecordPages } from '../record/record.ts'
import { sendPage } from '../request/reply.ts'
import { adminActor } from '../request/write.ts'
import { progressBar } from './import-parts.ts'
import { outcome } from './import-result.ts'
import { mayUndoWindows, windowAddress } from './undo-link.ts'

/** Sends the page that shows what the import of a file would do. `notice` says why it is shown again. */
export async function sendPreview(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  staged: StagedImport,
  { notice, status = 200 }: { notice?: string; status?: number } = {},
) {
  const { id, kind, preview } = staged
  const result = preview ?? (await previewImport(request.server.orm, adminActor(request), id))
  const nothing = result.created + result.changed === 0
  const shown = await outcome(request, pages, staged, result, 'preview')
  const content = (csrf: string) => html`
    ${notice ? html`<p class="error" role="alert">${notice}</p>` : null}
    ${shown}
    <form method="post" action=${`/admin/${kind}/import/${id}`} class="buttons">
      ${csrfField(csrf)}
      ${nothing ? null : html`<button class="primary">Import</button>`}
      <a class="button" href=${`/admin/${kind}/import/${id}/mapping`}>Change the mapping</a>
      <a class="button" href=${`/admin/${kind}/import`}>${nothing ? 'Choose another file' : 'Cancel'}</a>
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
    imported_at && result.created + result.changed > 0 && mayUndoWindows(request)
      ? windowAddress(created_by, { since: imported_at, until: imported_at })
      : undefined
  const content = () => html`
    ${shown}
    <p class="buttons">
      <a class="button primary" href=${`/admin/${kind}`}>Show the list</a>
      <a class="button" href=${`/admin/${kind}/import`}>Import another file</a>
      ${undoAddress && html`<a class="button danger" href=${undoAddress}>Undo</a>`}
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
  const title = `Import ${pages.label.plural}`
  const page = (csrf: string) => html`<h1>${title}</h1>${content(csrf)}`
  return sendPage(request, reply, { title, content: page, above: [listLink(pages)] }, status)
}
