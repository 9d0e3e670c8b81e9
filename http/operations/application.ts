import type { Read } from '../../src/database/read.ts'
import { ApplicationChange, NewApplication } from '../../src/operations/application/application.ts'
import { changeApplication } from '../../src/operations/application/change.ts'
import { createApplication } from '../../src/operations/application/create.ts'
import {
  Application,
  ApplicationQuery,
  listApplications,
  readApplication,
} from '../../src/operations/application/read.ts'
import { removeApplication } from '../../src/operations/application/remove.ts'
import { asData, createdData, data, NoQuery } from '../data.ts'
import { pageAnswer, paged } from '../paging.ts'
import { IdPath } from '../path.ts'
import type { App } from '../types.ts'
import { changed, created, removed, WriteQuery } from '../write.ts'
import { archiveRoutes } from './archive.ts'
import { gone } from './gone.ts'
import { trailRoutes } from './trail.ts'

const tags = ['Applications']
const reading = { ability: 'apps:read' } as const
const writing = { ability: 'apps:write', policy: 'write' } as const

const shown = (id: number) => ({
  schema: data(Application),
  body: async (read: Read) => ({ data: await readApplication(read, id) }),
})

/** Applications: what the company runs. */
export function applicationRoutes(app: App): void {
  app.get(
    '/applications',
    {
      config: reading,
      schema: {
        tags,
        summary: 'List applications',
        querystring: ApplicationQuery,
        response: { 200: paged(Application) },
      },
    },
    async (request) =>
      pageAnswer(request, request.query, await listApplications(app.readReplica, request.query)),
  )

  app.get(
    '/applications/:id',
    {
      config: reading,
      schema: {
        tags,
        summary: 'Read an application',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: data(Application) },
      },
    },
    async ({ params }) => shown(params.id).body(app.read),
  )

  app.post(
    '/applications',
    {
      config: writing,
      schema: {
        tags,
        summary: 'Create an application',
        querystring: WriteQuery,
        body: NewApplication,
        response: createdData(Application),
      },
    },
    (request, reply) =>
      created(
        request,
        reply,
        asData((em, actor) => createApplication(em, actor, request.body)),
        { path: ({ data }) => `/api/v1/applications/${data.id}` },
      ),
  )

  app.patch(
    '/applications/:id',
    {
      config: writing,
      schema: {
        tags,
        summary: 'Change an application',
        params: IdPath,
        querystring: WriteQuery,
        body: ApplicationChange,
        response: { 200: data(Application) },
      },
    },
    (request, reply) =>
      changed(
        request,
        reply,
        asData((em, actor, precondition) =>
          changeApplication(em, actor, request.params.id, request.body, precondition),
        ),
        { shown: shown(request.params.id) },
      ),
  )

  app.delete(
    '/applications/:id',
    {
      config: writing,
      schema: {
        tags,
        summary: 'Delete an application',
        params: IdPath,
        querystring: WriteQuery,
        response: gone,
      },
    },
    (request, reply) =>
      removed(request, reply, (em, actor) => removeApplication(em, actor, request.params.id)),
  )

  archiveRoutes(app)
  trailRoutes(app, {
    path: '/applications',
    kind: 'application',
    tags,
    reading,
    writing,
    read: readApplication,
  })
}
