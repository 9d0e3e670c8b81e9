import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { transact } from '../../../src/database/transaction.ts'
import { type ImportKindName, importKinds } from '../../../src/portfolio/import/import-kinds.ts'
import type { ImportResult } from '../../../src/portfolio/import/result.ts'
import {
  maxImportBytes,
  previewImport,
  progressWriter,
  readStagedImport,
  runImport,
  stageImport,
} from '../../../src/portfolio/import/stage.ts'
import type { StagedImport } from '../../../src/portfolio/import/staged-import.ts'
import { Fault, type FieldErrors, invalid } from '../../../src/record/fault.ts'
import type { Server } from '../../server.ts'
import { csrfField } from '../csrf.ts'
import { inputErrors } from '../form/submitted.ts'
import { type Html, html } from '../html.ts'
import { listLink } from '../links.ts'
import { pathId } from '../path-id.ts'
import type { RecordPages } from '../record.ts'
import { allRecords } from '../records/index.ts'
import { redirect, sendPage } from '../reply.ts'
import { requireWriter } from '../row.ts'
import { adminActor } from '../write.ts'
import { progressBar, uploadForm } from './import-parts.ts'
import { outcome } from './import-result.ts'

// A larger file is imported in the background and shows its progress; a smaller one is imported before the response.
const shortBytes = 256 * 1024

/** Registers the pages that import CSV files: upload, preview, then one transaction. */
export async function importPages(app: Server): Promise<void> {
  await app.register(async (area: Server) => {
    await area.register(multipart, {
      limits: { fileSize: maxImportBytes, files: 1, fields: 5, parts: 6 },
    })
    area.addHook('preValidation', readParts)
    for (const pages of allRecords) {
      const { collection } = pages
      if (collection in importKinds) importRoutes(area, pages, collection as ImportKindName)
    }
  })
}

// Reads the parts of an upload into the body. The errors for a malformed upload have no status code.
async function readParts(request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) return
  try {
    for await (const part of request.parts()) {
      request.body = part.fields
      if (part.type === 'file') await part.toBuffer()
    }
  } catch (error) {
    throw (error as FastifyError).statusCode === undefined ? new Fault('bad_request') : error
  }
}

function importRoutes(app: Server, pages: RecordPages, kind: ImportKindName): void {
  const address = `/${kind}/import`
  // The imports that this process runs, and the faults of those that failed.
  const running = new Map<number, Fault | 'running'>()

  app.get(address, (request, reply) => {
    requireWriter(request, pages)
    return sendUpload(request, reply, pages, kind)
  })

  app.post(address, async (request, reply) => {
    requireWriter(request, pages)
    try {
      const upload = await uploadOf(request, kind)
      const staged = await transact(app.orm, (em) => stageImport(em, adminActor(request), upload), {
        timeLimit: 'bulk',
      })
      return await sendPreview(request, reply, pages, staged)
    } catch (error) {
      return sendUpload(request, reply, pages, kind, inputErrors(error))
    }
  })

  app.get(`${address}/:id`, async (request, reply) => {
    requireWriter(request, pages)
    const staged = await readStagedImport(app.read, adminActor(request), pathId(request))
    const state = running.get(staged.id)
    if (staged.result) return sendResult(request, reply, pages, staged, staged.result)
    if (state === 'running') return sendProgress(request, reply, pages, staged)
    running.delete(staged.id)
    if (state) throw state
    return sendPreview(request, reply, pages, staged)
  })

  app.post(`${address}/:id`, async (request, reply) => {
    requireWriter(request, pages)
    const actor = adminActor(request)
    const staged = await readStagedImport(app.read, actor, pathId(request))
    const { id } = staged
    const run = () =>
      transact(app.orm, (em) => runImport(em, actor, id, progressWriter(app.orm, id)), { timeLimit: 'bulk' })
    if (staged.size <= shortBytes) {
      await run()
    } else if (running.get(id) !== 'running') {
      running.set(id, 'running')
      run().then(
        () => running.delete(id),
        (error: unknown) => {
          if (!(error instanceof Fault)) request.log.error({ err: error }, 'the import failed')
          running.set(id, error instanceof Fault ? error : new Fault('unavailable'))
        },
      )
    }
    return redirect(reply, `/admin/${kind}/import/${id}`)
  })
}

async function uploadOf(request: FastifyRequest, kind: ImportKindName) {
  const { file } = (request.body ?? {}) as { file?: MultipartFile }
  if (file?.type !== 'file' || !file.filename) throw invalid({ file: 'The file field is required.' })
  return { kind, file_name: file.filename, content: await file.toBuffer() }
}

function sendUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  kind: ImportKindName,
  errors: FieldErrors = {},
) {
  const content = (csrf: string) => uploadForm(importKinds[kind], csrf, errors)
  return sendImportPage(request, reply, pages, content, Object.keys(errors).length > 0 ? 422 : 200)
}

async function sendPreview(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  staged: StagedImport,
) {
  const { id, kind } = staged
  const actor = adminActor(request)
  const { orm } = request.server
  const result = await transact(orm, (em) => previewImport(em, actor, id), {
    dryRun: true,
    timeLimit: 'bulk',
  })
  const nothing = result.created + result.changed === 0
  const shown = await outcome(request, pages, staged, result, 'preview')
  const content = (csrf: string) => html`
    ${shown}
    <form method="post" action=${`/admin/${kind}/import/${id}`} class="buttons">
      ${csrfField(csrf)}
      ${nothing ? null : html`<button class="primary">Import</button>`}
      <a class="button" href=${`/admin/${kind}/import`}>${nothing ? 'Choose another file' : 'Cancel'}</a>
    </form>
  `
  return sendImportPage(request, reply, pages, content)
}

function sendProgress(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  staged: StagedImport,
) {
  reply.header('refresh', '1')
  return sendImportPage(request, reply, pages, () => progressBar(staged))
}

async function sendResult(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  staged: StagedImport,
  result: ImportResult,
) {
  const { kind } = staged
  const shown = await outcome(request, pages, staged, result, 'result')
  const content = () => html`
    ${shown}
    <p class="buttons">
      <a class="button primary" href=${`/admin/${kind}`}>Show the list</a>
      <a class="button" href=${`/admin/${kind}/import`}>Import another file</a>
    </p>
  `
  return sendImportPage(request, reply, pages, content)
}

function sendImportPage(
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
