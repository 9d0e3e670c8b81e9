import type { Read } from '../../src/database/read.ts'
import { made } from '../data.ts'
import type { Server } from '../server.ts'
import { changed, created, WriteQuery } from '../write.ts'
import { said } from './answer.ts'
import type { ChangeRoute, Resource, Show } from './resource.ts'

/** Lists, shows and creates records of a kind; each is answered under its own name, with a sentence. */
export function reportRoutes<Key, One, Many, Detail, Query, New>(
  app: Server,
  resource: Resource<Key, One, Many, Detail, Query, New>,
): void {
  const { path, key, called, record, list, show, create } = resource
  const tags = [called.many]
  const shown = shownOf(called.one, show)

  app.get(
    path,
    {
      schema: {
        tags,
        summary: list.summary,
        querystring: list.query,
        response: { 200: list.answer },
      },
    },
    // Fastify loses what type a schema gives where that is a parameter, here and in the bodies below.
    async ({ query }) => ({
      message: `${called.many} found.`,
      ...(await list.run(app.readReplica, query as Query)),
    }),
  )

  app.get(
    `${path}/:${key.parameter}`,
    {
      schema: {
        tags,
        summary: show.summary,
        params: key.params,
        response: { 200: show.answer },
      },
    },
    async ({ params }) => shown(key.of(params)).body(app.read),
  )

  app.post(
    path,
    {
      schema: {
        tags,
        ...said(create.write),
        querystring: WriteQuery,
        response: made(record),
      },
    },
    (request, reply) =>
      created(request, reply, (em, actor) => create.run(em, actor, request.body as New), {
        message: `${called.one} created.`,
        path: (made) => `${app.prefix}${path}/${create.address(made)}`,
      }),
  )
}

/** The same, and changes them. */
export function recordRoutes<Key, One, Many, Detail, Query, New, Input>(
  app: Server,
  resource: Resource<Key, One, Many, Detail, Query, New> & { change: ChangeRoute<Key, One, Input> },
): void {
  reportRoutes(app, resource)
  const { path, key, called, record, show, change } = resource
  const shown = shownOf(called.one, show)

  app.patch(
    `${path}/:${key.parameter}`,
    {
      schema: {
        tags: [called.many],
        ...said(change.write),
        params: key.params,
        querystring: WriteQuery,
        response: { 200: record },
      },
    },
    (request, reply) =>
      changed(
        request,
        reply,
        (em, actor, precondition) =>
          change.run(em, actor, key.of(request.params), request.body as Input, precondition),
        { message: `${called.one} updated.`, shown: shown(key.of(request.params)) },
      ),
  )
}

// A PATCH is conditional on what this GET answers.
function shownOf<Key, Detail>(called: string, { answer, run }: Show<Key, Detail>) {
  return (key: Key) => ({
    schema: answer,
    body: async (read: Read) => ({ message: `${called} found.`, ...(await run(read, key)) }),
  })
}
