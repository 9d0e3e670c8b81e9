import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ImportKindName, isImportKind } from '../../../../src/portfolio/import/import-kinds.ts'
import { progressWriter, replacePreview } from '../../../../src/portfolio/import/preview.ts'
import { importOutcomeIn } from '../../../../src/portfolio/import/result.ts'
import {
  discardImport,
  listStagedImports,
  maxImportBytes,
  readStagedImport,
  runImport,
  stageImport,
} from '../../../../src/portfolio/import/stage.ts'
import type { StagedImport } from '../../../../src/portfolio/import/staged-import.ts'
import { Fault, type FieldErrors } from '../../../../src/record/fault.ts'
import type { Server } from '../../../server/server.ts'
import { inputErrors } from '../../form/submitted.ts'
import { t } from '../../html/text.ts'
import { listAddress } from '../../record/address.ts'
import type { RecordPages } from '../../record/record.ts'
import { requireWriter } from '../../record/row.ts'
import { allRecords } from '../../records/index.ts'
import { pathId } from '../../request/path.ts'
import { redirect } from '../../request/reply.ts'
import { adminActor, adminWrite } from '../../request/write.ts'
import { sendRejectedLines, sendTemplate } from './files.ts'
import { mappingByNames, saveMapping, sendMapping } from './mapping.ts'
import { sendImportPage, sendPreview, sendProgress, sendResult } from './outcome.ts'
import { uploadedFiles, uploadForm } from './upload.ts'
import { readParts, uploadOf } from './uploaded.ts'

// A larger file, or one with more lines, is imported in the background and shows its progress. A smaller one is
// imported before the response.
const shortBytes = 256 * 1024
const shortLines = 5000

/** Registers the pages that import CSV files: upload, mapping of the columns, preview, then one transaction. */
export async function importPages(app: Server): Promise<void> {
  await app.register(async (area: Server) => {
    await area.register(multipart, {
      limits: { fileSize: maxImportBytes, files: 1, fields: 5, parts: 6 },
    })
    area.addHook('preValidation', readParts)
    for (const pages of allRecords) {
      const { collection } = pages
      if (isImportKind(collection)) importRoutes(area, pages, collection)
    }
  })
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
      const upload = await uploadOf(request, pages, kind)
      const uploaded = await adminWrite(request, (em, actor) => stageImport(em, actor, upload), {
        timeLimit: 'bulk',
      })
      return await sendNext(request, reply, pages, await mappingByNames(request, pages, uploaded))
    } catch (error) {
      return sendUpload(request, reply, pages, kind, inputErrors(error))
    }
  })

  app.get(`${address}/template.csv`, (request, reply) => {
    requireWriter(request, pages)
    return sendTemplate(reply, kind)
  })

  app.get(`${address}/:id/rejected.csv`, async (request, reply) =>
    sendRejectedLines(request, reply, await stagedOf(request, pages)),
  )

  app.get(`${address}/:id`, async (request, reply) => {
    const staged = await stagedOf(request, pages)
    const state = running.get(staged.id)
    if (staged.result) return sendResult(request, reply, pages, staged, staged.result)
    if (state === 'running') return sendProgress(request, reply, pages, staged)
    running.delete(staged.id)
    if (state) return sendFailure(request, reply, pages, staged, state)
    return sendNext(request, reply, pages, staged)
  })

  app.get(`${address}/:id/mapping`, async (request, reply) =>
    sendMapping(request, reply, pages, await stagedOf(request, pages)),
  )

  app.post(`${address}/:id/mapping`, async (request, reply) =>
    saveMapping(request, reply, pages, await stagedOf(request, pages)),
  )

  app.post(`${address}/:id/discard`, async (request, reply) => {
    const { id } = await stagedOf(request, pages)
    await adminWrite(request, (em, actor) => discardImport(em, actor, id))
    return redirect(reply, `${listAddress(kind)}/import`, t('imports.discarded'))
  })

  app.post(`${address}/:id`, async (request, reply) => {
    const staged = await stagedOf(request, pages)
    const { id, size, preview } = staged
    const run = () =>
      adminWrite(request, (em, actor) => runImport(em, actor, id, progressWriter(app.orm, id)), {
        timeLimit: 'bulk',
      }).catch(async (error: unknown) => {
        const outcome = importOutcomeIn(error)
        if (outcome) await adminWrite(request, (em, by) => replacePreview(em, by, id, outcome))
        throw error
      })
    const isShort = size <= shortBytes && (preview?.lines ?? 0) <= shortLines
    // The answer precedes a long import. It is stored with the form.
    if (!isShort) await adminWrite(request, () => Promise.resolve())
    if (isShort) {
      const failure = await run().then(
        () => undefined,
        (error: unknown) => error,
      )
      if (failure) return sendFailure(request, reply, pages, await stagedOf(request, pages), failure)
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
    return redirect(reply, `${listAddress(kind)}/import/${id}`)
  })
}

// An outdated preview is shown again as it is now. Any other failure has the error page.
function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  staged: StagedImport,
  failure: unknown,
) {
  if (!importOutcomeIn(failure)) throw failure
  return sendPreview(request, reply, pages, staged, { notice: (failure as Fault).sentence, status: 409 })
}

function stagedOf(request: FastifyRequest, pages: RecordPages): Promise<StagedImport> {
  requireWriter(request, pages)
  return readStagedImport(request.server.read, adminActor(request), pathId(request))
}

async function sendUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  kind: ImportKindName,
  errors: FieldErrors = {},
) {
  const staged = await listStagedImports(request.server.read, adminActor(request), kind)
  const content = (csrf: string) => [uploadForm(kind, csrf, errors), uploadedFiles(staged, csrf)]
  return sendImportPage(request, reply, pages, content, Object.keys(errors).length > 0 ? 422 : 200)
}

// The next page for a file: the columns are mapped before they are previewed.
function sendNext(request: FastifyRequest, reply: FastifyReply, pages: RecordPages, staged: StagedImport) {
  return staged.mapping
    ? sendPreview(request, reply, pages, staged)
    : sendMapping(request, reply, pages, staged)
}
