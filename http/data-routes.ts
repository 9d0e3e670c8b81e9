import type { Read } from '../src/database/read.ts'
import type { PageRequest } from '../src/database/record-reads.ts'
import { asData, data, made, Removed } from './data.ts'
import type { DataResource } from './data-resource.ts'
import { pageAnswer, pagedAnswer } from './paging.ts'
import { IdPath } from './path.ts'
import type { Server } from './server.ts'
import { changed, created, removed, WriteQuery } from './write.ts'

/** Lists, shows, creates, changes and removes records of a kind; each is answered under `data`. */
export function dataRoutes<Row extends { id: number }, Query extends PageRequest, New, Change>(
  app: Server,
  resource: DataResource<Row, Query, New, Change>,
): void {
  const { path, tags, called, reading, writing, record, list, read, create, change, remove } = resource
  const answer = data(record)
  const shown = (id: number) => ({
    schema: answer,
    body: async (from: Read) => ({ data: await read(from, id) }),
  })

  app.get(
    path,
    {
      config: reading,
      schema: {
        tags,
        summary: `List ${called.many}`,
        querystring: list.query,
        response: { 200: pagedAnswer(record) },
      },
    },
    // Fastify loses what type a schema gives where that is a parameter, here and in the bodies below.
    async (request) =>
      pageAnswer(request, request.query as Query, await list.run(app.readReplica, request.query as Query)),
  )

  app.get(
    `${path}/:id`,
    {
      config: reading,
      schema: {
        tags,
        summary: `Read ${called.one}`,
        params: IdPath,
        response: { 200: answer },
      },
    },
    async ({ params }) => shown(params.id).body(app.read),
  )

  app.post(
    path,
    {
      config: writing,
      schema: {
        tags,
        summary: `Create ${called.one}`,
        querystring: WriteQuery,
        body: create.body,
        response: made(answer),
      },
    },
    (request, reply) =>
      created(
        request,
        reply,
        asData((em, actor) => create.run(em, actor, request.body as New)),
        { path: ({ data }) => `${app.prefix}${path}/${data.id}` },
      ),
  )

  app.route({
    method: [...change.methods],
    url: `${path}/:id`,
    config: writing,
    schema: {
      tags,
      summary: `Change ${called.one}`,
      description: change.description,
      params: IdPath,
      querystring: WriteQuery,
      body: change.body,
      response: { 200: answer },
    },
    handler: (request, reply) =>
      changed(
        request,
        reply,
        asData((em, actor, held) => change.run(em, actor, request.params.id, request.body as Change, held)),
        { shown: shown(request.params.id) },
      ),
  })

  app.delete(
    `${path}/:id`,
    {
      config: writing,
      schema: {
        tags,
        summary: remove.summary,
        params: IdPath,
        querystring: WriteQuery,
        response: { 200: Removed },
      },
    },
    (request, reply) => removed(request, reply, (em, actor) => remove.run(em, actor, request.params.id)),
  )
}
