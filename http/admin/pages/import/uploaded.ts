import type { MultipartFile } from '@fastify/multipart'
import type { FastifyError, FastifyRequest } from 'fastify'
import { isEncoding } from '../../../../src/portfolio/import/encoding.ts'
import { type ImportKindName, importKinds } from '../../../../src/portfolio/import/import-kinds.ts'
import { fieldsOf } from '../../../../src/portfolio/import/mapping.ts'
import { Fault, invalid } from '../../../../src/record/fault.ts'
import { invalidSelection, requiredField } from '../../../../src/record/validation/messages.ts'
import type { RecordPages } from '../../record/record.ts'
import { importLabels } from './controls.ts'

/** Reads the parts of an upload into the body. The errors for a malformed upload have no status code. */
export async function readParts(request: FastifyRequest): Promise<void> {
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

/** Returns the file that a person has uploaded, as `stageImport` takes it. */
export async function uploadOf(request: FastifyRequest, pages: RecordPages, kind: ImportKindName) {
  const { file, encoding } = (request.body ?? {}) as { file?: MultipartFile; encoding?: { value?: unknown } }
  if (file?.type !== 'file' || !file.filename) throw invalid({ file: requiredField('file') })
  const chosen = encoding?.value || undefined
  if (chosen !== undefined && !isEncoding(chosen)) throw invalid({ encoding: invalidSelection('encoding') })
  const labels = importLabels(pages, fieldsOf(importKinds[kind]))
  return { kind, file_name: file.filename, content: await file.toBuffer(), labels, encoding: chosen }
}
