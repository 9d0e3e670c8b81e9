import type { Read } from '../../src/database/read.ts'
import { changeStrategy } from '../../src/operations/strategy/change.ts'
import { createStrategy } from '../../src/operations/strategy/create.ts'
import { listStrategies, readStrategy, Strategy, StrategyQuery } from '../../src/operations/strategy/read.ts'
import { removeStrategy } from '../../src/operations/strategy/remove.ts'
import { NewStrategy, StrategyChange } from '../../src/operations/strategy/strategy.ts'
import { asData, createdData, data, NoQuery } from '../data.ts'
import { pageAnswer, paged } from '../paging.ts'
import { IdPath } from '../path.ts'
import type { App } from '../types.ts'
import { changed, created, removed, WriteQuery } from '../write.ts'
import { gone } from './gone.ts'
import { trailRoutes } from './trail.ts'

const tags = ['Strategies']
const reading = { ability: 'strategies:read' } as const
const writing = { ability: 'strategies:write', policy: 'write' } as const

const shown = (id: number) => ({
  schema: data(Strategy),
  body: async (read: Read) => ({ data: await readStrategy(read, id) }),
})

/** Strategies: how companies and applications are brought forward. */
export function strategyRoutes(app: App): void {
  app.get(
    '/strategies',
    {
      config: reading,
      schema: {
        tags,
        summary: 'List strategies',
        querystring: StrategyQuery,
        response: { 200: paged(Strategy) },
      },
    },
    async (request) =>
      pageAnswer(request, request.query, await listStrategies(app.readReplica, request.query)),
  )

  app.get(
    '/strategies/:id',
    {
      config: reading,
      schema: {
        tags,
        summary: 'Read a strategy',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: data(Strategy) },
      },
    },
    async ({ params }) => shown(params.id).body(app.read),
  )

  app.post(
    '/strategies',
    {
      config: writing,
      schema: {
        tags,
        summary: 'Create a strategy',
        querystring: WriteQuery,
        body: NewStrategy,
        response: createdData(Strategy),
      },
    },
    (request, reply) =>
      created(
        request,
        reply,
        asData((em, actor) => createStrategy(em, actor, request.body)),
        { path: ({ data }) => `/api/v1/strategies/${data.id}` },
      ),
  )

  app.patch(
    '/strategies/:id',
    {
      config: writing,
      schema: {
        tags,
        summary: 'Change a strategy',
        params: IdPath,
        querystring: WriteQuery,
        body: StrategyChange,
        response: { 200: data(Strategy) },
      },
    },
    (request, reply) =>
      changed(
        request,
        reply,
        asData((em, actor, precondition) =>
          changeStrategy(em, actor, request.params.id, request.body, precondition),
        ),
        { shown: shown(request.params.id) },
      ),
  )

  app.delete(
    '/strategies/:id',
    {
      config: writing,
      schema: {
        tags,
        summary: 'Delete a strategy that has no keywords any more',
        params: IdPath,
        querystring: WriteQuery,
        response: gone,
      },
    },
    (request, reply) => removed(request, reply, (em, actor) => removeStrategy(em, actor, request.params.id)),
  )

  trailRoutes(app, { path: '/strategies', kind: 'strategy', tags, reading, writing, read: readStrategy })
}
