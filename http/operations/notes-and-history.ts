import type { FastifyContextConfig } from 'fastify'
import { z } from 'zod'
import { NewNote, Note } from '../../src/journal/note/note.ts'
import { HistoryEntry, HistoryQuery } from '../../src/journal/record-history.ts'
import { type AnnotatedKind, notesAndHistory } from '../../src/operations/notes-and-history.ts'
import { PageQuery } from '../../src/record/list/paging.ts'
import { PathId } from '../../src/record/rules/id.ts'
import { cursorPageBody, cursorPageResponse, pageBody, pageResponse } from '../answers/paging.ts'
import { createdDataResponses, DeleteDryRunResponse, underData } from '../answers/response-schemas.ts'
import { capitalize, operationId, type RecordLabel, withArticle } from '../openapi/labels.ts'
import { IdParams } from '../routes/resource.ts'
import { WriteQuery } from '../routes/run-write.ts'
import { respondCreated, respondRemoved } from '../routes/write.ts'
import type { Server } from '../server/server.ts'

const NoteParams = z.object({ id: PathId, note: PathId })

/** What all routes of one record type share: path, label, and the access they require. */
type RouteSettings = {
  path: string
  label: RecordLabel
  reading: FastifyContextConfig
  writing: FastifyContextConfig
}

/** Registers the routes of the notes and the history of one record type. */
export function noteAndHistoryRoutes(
  app: Server,
  { path, label, reading, writing, ...kind }: RouteSettings & AnnotatedKind,
): void {
  const tags = [capitalize(label.plural)]
  const noun = withArticle(label.singular)
  const { notes, addNote, removeNote, history } = notesAndHistory(kind)

  app.get(
    `${path}/:id/notes`,
    {
      config: reading,
      schema: {
        operationId: operationId('list', `${label.singular} notes`),
        tags,
        summary: `List the notes of ${noun}, newest first`,
        params: IdParams,
        querystring: PageQuery,
        response: { 200: pageResponse(Note) },
      },
    },
    async (request) =>
      pageBody(request, request.query, await notes(app.read, request.params.id, request.query)),
  )

  app.post(
    `${path}/:id/notes`,
    {
      config: writing,
      schema: {
        operationId: operationId('create', `${label.singular} note`),
        tags,
        summary: `Add a note to ${noun}`,
        params: IdParams,
        querystring: WriteQuery,
        body: NewNote,
        response: createdDataResponses(Note),
      },
    },
    (request, reply) =>
      respondCreated(
        request,
        reply,
        underData((em, actor) => addNote(em, actor, request.params.id, request.body)),
      ),
  )

  app.delete(
    `${path}/:id/notes/:note`,
    {
      config: writing,
      schema: {
        operationId: operationId('delete', `${label.singular} note`),
        tags,
        summary: `Delete a note of ${noun}`,
        description: 'A note can be deleted by its author and by admins.',
        params: NoteParams,
        querystring: WriteQuery,
        response: { 200: DeleteDryRunResponse },
      },
    },
    (request, reply) =>
      respondRemoved(request, reply, (em, actor) =>
        removeNote(em, actor, request.params.id, request.params.note),
      ),
  )

  app.get(
    `${path}/:id/history`,
    {
      config: reading,
      schema: {
        operationId: operationId('list', `${label.singular} history`),
        tags,
        summary: `List the history of ${noun}, newest first`,
        params: IdParams,
        querystring: HistoryQuery,
        response: { 200: cursorPageResponse(HistoryEntry) },
      },
    },
    async (request) =>
      cursorPageBody(request, request.query, await history(app.read, request.params.id, request.query)),
  )
}
