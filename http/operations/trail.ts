import type { FastifyContextConfig } from 'fastify'
import { z } from 'zod'
import { NewNote, Note } from '../../src/journal/note.ts'
import { HistoryEntry, HistoryQuery } from '../../src/journal/record-history.ts'
import { type Noted, trailOf } from '../../src/operations/trail.ts'
import { PathId } from '../../src/record/id.ts'
import { PageQuery } from '../../src/record/paging.ts'
import { asData, data, made, Removed } from '../data.ts'
import { endless, endlessAnswer, pageAnswer, pagedAnswer } from '../paging.ts'
import { IdPath } from '../path.ts'
import type { Server } from '../server.ts'
import { created, removed, WriteQuery } from '../write.ts'

const NotePath = z.object({ id: PathId, note: PathId })

/** Under which path the records are, and what it takes to read and to write there. */
export type TrailRoutes = {
  path: string
  tags: string[]
  reading: FastifyContextConfig
  writing: FastifyContextConfig
}

/** What people note about records of a kind, and what happened to them. */
export function trailRoutes(
  app: Server,
  { path, tags, reading, writing, ...noted }: TrailRoutes & Noted,
): void {
  const trail = trailOf(noted)

  app.get(
    `${path}/:id/notes`,
    {
      config: reading,
      schema: {
        tags,
        summary: 'List the notes about it, newest first',
        params: IdPath,
        querystring: PageQuery,
        response: { 200: pagedAnswer(Note) },
      },
    },
    async (request) =>
      pageAnswer(request, request.query, await trail.notes(app.read, request.params.id, request.query)),
  )

  app.post(
    `${path}/:id/notes`,
    {
      config: writing,
      schema: {
        tags,
        summary: 'Note something about it',
        params: IdPath,
        querystring: WriteQuery,
        body: NewNote,
        response: made(data(Note)),
      },
    },
    (request, reply) =>
      created(
        request,
        reply,
        asData((em, actor) => trail.addNote(em, actor, request.params.id, request.body)),
      ),
  )

  app.delete(
    `${path}/:id/notes/:note`,
    {
      config: writing,
      schema: {
        tags,
        summary: 'Remove a note of your own; an admin removes any',
        params: NotePath,
        querystring: WriteQuery,
        response: { 200: Removed },
      },
    },
    (request, reply) =>
      removed(request, reply, (em, actor) =>
        trail.removeNote(em, actor, request.params.id, request.params.note),
      ),
  )

  app.get(
    `${path}/:id/history`,
    {
      config: reading,
      schema: {
        tags,
        summary: 'Read what happened to it, newest first',
        params: IdPath,
        querystring: HistoryQuery,
        response: { 200: endless(HistoryEntry) },
      },
    },
    async (request) =>
      endlessAnswer(request, request.query, await trail.history(app.read, request.params.id, request.query)),
  )
}
