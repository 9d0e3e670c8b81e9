import type { Read } from '../../src/database/read.ts'
import { changeApp } from '../../src/portfolio/app/change.ts'
import { createApp } from '../../src/portfolio/app/create.ts'
import { App, AppQuery, listApps } from '../../src/portfolio/app/read.ts'
import { AppDetail, showApp } from '../../src/portfolio/app/show.ts'
import type { Name } from '../../src/portfolio/find.ts'
import { writes } from '../../src/portfolio/writes.ts'
import { AppPath } from '../path.ts'
import type { App as Server } from '../types.ts'
import { changed, created, WriteQuery } from '../write.ts'
import { made, many, NoQuery, one, said } from './answer.ts'

const tags = ['Apps']

const answer = one('app', App)
const detail = one('app', AppDetail)
const shown = (name: Name) => ({
  schema: detail,
  body: async (read: Read) => ({ message: 'App found.', app: await showApp(read, name) }),
})

/** Apps: implementations of a product on a platform. */
export function appRoutes(app: Server): void {
  app.get(
    '/apps',
    {
      schema: {
        tags,
        summary: 'Search apps',
        querystring: AppQuery,
        response: { 200: many('apps', App) },
      },
    },
    async ({ query }) => ({ message: 'Apps found.', ...(await listApps(app.readReplica, query)) }),
  )

  app.get(
    '/apps/:mobileApp',
    {
      schema: {
        tags,
        summary: 'Read an app with what was said of it last',
        params: AppPath,
        querystring: NoQuery,
        response: { 200: detail },
      },
    },
    async ({ params }) => shown(params.mobileApp).body(app.read),
  )

  app.post(
    '/apps',
    {
      schema: {
        tags,
        ...said(writes.create_app),
        querystring: WriteQuery,
        response: made(answer),
      },
    },
    (request, reply) =>
      created(request, reply, (em, actor) => createApp(em, actor, request.body), {
        message: 'App created.',
        path: ({ app }) => `/api/portfolio/apps/${app.slug}`,
      }),
  )

  app.patch(
    '/apps/:mobileApp',
    {
      schema: {
        tags,
        ...said(writes.change_app),
        params: AppPath,
        querystring: WriteQuery,
        response: { 200: answer },
      },
    },
    (request, reply) =>
      changed(
        request,
        reply,
        (em, actor, precondition) =>
          changeApp(em, actor, request.params.mobileApp, request.body, precondition),
        { message: 'App updated.', shown: shown(request.params.mobileApp) },
      ),
  )
}
