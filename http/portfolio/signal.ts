import type { Read } from '../../src/database/read.ts'
import { changeSignal } from '../../src/portfolio/signal/change.ts'
import { createSignal } from '../../src/portfolio/signal/create.ts'
import { listSignals, readSignal, SignalQuery } from '../../src/portfolio/signal/read.ts'
import { Signal } from '../../src/portfolio/signal/signal.ts'
import { writes } from '../../src/portfolio/writes.ts'
import { IdPath } from '../path.ts'
import type { App } from '../types.ts'
import { changed, created, WriteQuery } from '../write.ts'
import { made, many, NoQuery, one, said } from './answer.ts'

const tags = ['Signals']

const answer = one('signal', Signal)
const shown = (id: number) => ({
  schema: answer,
  body: async (read: Read) => ({ message: 'Signal found.', signal: await readSignal(read, { id }) }),
})

/** Signals: growth points, problems and risks. */
export function signalRoutes(app: App): void {
  app.get(
    '/signals',
    {
      schema: {
        tags,
        summary: 'List signals',
        querystring: SignalQuery,
        response: { 200: many('signals', Signal) },
      },
    },
    async ({ query }) => ({ message: 'Signals found.', ...(await listSignals(app.readReplica, query)) }),
  )

  app.get(
    '/signals/:id',
    {
      schema: {
        tags,
        summary: 'Read a signal',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: answer },
      },
    },
    async ({ params }) => shown(params.id).body(app.read),
  )

  app.post(
    '/signals',
    {
      schema: {
        tags,
        ...said(writes.record_signal),
        querystring: WriteQuery,
        response: made(answer),
      },
    },
    (request, reply) =>
      created(request, reply, (em, actor) => createSignal(em, actor, request.body), {
        message: 'Signal created.',
        path: ({ signal }) => `/api/portfolio/signals/${signal.id}`,
      }),
  )

  app.patch(
    '/signals/:id',
    {
      schema: {
        tags,
        ...said(writes.change_signal),
        params: IdPath,
        querystring: WriteQuery,
        response: { 200: answer },
      },
    },
    (request, reply) =>
      changed(
        request,
        reply,
        (em, actor, precondition) => changeSignal(em, actor, request.params.id, request.body, precondition),
        { message: 'Signal updated.', shown: shown(request.params.id) },
      ),
  )
}
