import type { FastifyReply, FastifyRequest } from 'fastify'
import { phrase } from '../../../../src/language/phrase.ts'
import { importKinds } from '../../../../src/portfolio/import/import-kinds.ts'
import {
  fieldsOf,
  type Mapping,
  mappingByName,
  mappingErrors,
} from '../../../../src/portfolio/import/mapping.ts'
import {
  fixedReferenceErrors,
  listMappings,
  mappingFrom,
  rememberMapping,
} from '../../../../src/portfolio/import/remembered-mapping.ts'
import { mapStagedImport } from '../../../../src/portfolio/import/stage.ts'
import type { StagedImport } from '../../../../src/portfolio/import/staged-import.ts'
import { firstLines } from '../../../../src/portfolio/import/staged-import.ts'
import { Fault, type FieldErrors } from '../../../../src/record/fault.ts'
import { submittedValues } from '../../form/submitted.ts'
import { listAddress } from '../../record/address.ts'
import type { RecordPages } from '../../record/record.ts'
import { redirect } from '../../request/reply.ts'
import { adminActor, adminWrite } from '../../request/write.ts'
import { importLabels } from './controls.ts'
import { mappingForm } from './mapping-form.ts'
import { sendImportPage } from './outcome.ts'

const sampleLines = 3

/** Maps the columns of an uploaded file by their names. Returns it unmapped if the person has to say more. */
export async function mappingByNames(
  request: FastifyRequest,
  pages: RecordPages,
  staged: StagedImport,
): Promise<StagedImport> {
  const mappings = await listMappings(request.server.read, adminActor(request), staged)
  const mapping = namedMapping(pages, staged)
  const isIncomplete = Object.keys(errorsOf(staged, mapping)).length > 0
  if (isIncomplete || mappings.some(({ is_own }) => is_own)) return staged
  await adminWrite(request, (em, actor) => mapStagedImport(em, actor, staged.id, mapping))
  return { ...staged, mapping }
}

/** Sends the page that maps the columns of an uploaded file. */
export async function sendMapping(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  staged: StagedImport,
  submitted?: { mapping: Mapping; errors: FieldErrors },
) {
  requireNotImported(staged)
  const { read } = request.server
  const mappings = await listMappings(read, adminActor(request), staged)
  const own = mappings.find(({ is_own }) => is_own)?.mapping
  const mapping = submitted?.mapping ?? staged.mapping ?? own ?? namedMapping(pages, staged)
  const sample = await firstLines(read, staged.id, sampleLines)
  const others = mappings.filter(({ is_own }) => !is_own)
  const step = { pages, staged, mapping, others, sample, errors: submitted?.errors ?? {} }
  return sendImportPage(request, reply, pages, (csrf) => mappingForm(step, csrf), submitted ? 422 : 200)
}

/** Stores and remembers the mapping that a person entered or chose, and continues with the preview. */
export async function saveMapping(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  staged: StagedImport,
) {
  requireNotImported(staged)
  const input = submittedValues(request.body)
  const chosen = await chosenMapping(request, staged, input.mapping)
  const entered = chosen ? { mapping: chosen, errors: errorsOf(staged, chosen) } : mappingFrom(staged, input)
  const { mapping } = entered
  const errors = { ...(await fixedReferenceErrors(request.server.read, staged, mapping)), ...entered.errors }
  if (Object.keys(errors).length > 0) return sendMapping(request, reply, pages, staged, { mapping, errors })
  await adminWrite(request, async (em, actor) => {
    await mapStagedImport(em, actor, staged.id, mapping)
    await rememberMapping(em, actor, staged, mapping)
  })
  return redirect(reply, `${listAddress(staged.kind)}/import/${staged.id}`)
}

async function chosenMapping(request: FastifyRequest, staged: StagedImport, id: unknown) {
  if (typeof id !== 'string' || id === '') return undefined
  const mappings = await listMappings(request.server.read, adminActor(request), staged)
  return mappings.find((remembered) => String(remembered.id) === id)?.mapping
}

function namedMapping(pages: RecordPages, { kind, columns }: StagedImport): Mapping {
  return mappingByName(importKinds[kind], columns.names, importLabels(pages, fieldsOf(importKinds[kind])))
}

function errorsOf({ kind, columns, lines }: StagedImport, mapping: Mapping): FieldErrors {
  return mappingErrors(importKinds[kind], columns, lines, mapping)
}

function requireNotImported({ result }: StagedImport): void {
  if (result) throw new Fault('conflict', phrase('imports.alreadyImported'))
}
