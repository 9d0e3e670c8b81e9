import type { Read } from '../../src/database/read.ts'
import { changeCompany } from '../../src/operations/company/change.ts'
import { CompanyChange, NewCompany } from '../../src/operations/company/company.ts'
import { createCompany } from '../../src/operations/company/create.ts'
import { Company, CompanyQuery, listCompanies, readCompany } from '../../src/operations/company/read.ts'
import { removeCompany } from '../../src/operations/company/remove.ts'
import { asData, createdData, data, NoQuery } from '../data.ts'
import { pageAnswer, paged } from '../paging.ts'
import { IdPath } from '../path.ts'
import type { App } from '../types.ts'
import { changed, created, removed, WriteQuery } from '../write.ts'
import { gone } from './gone.ts'
import { trailRoutes } from './trail.ts'

const tags = ['Companies']
const reading = { ability: 'companies:read' } as const
const writing = { ability: 'companies:write', policy: 'write' } as const

const shown = (id: number) => ({
  schema: data(Company),
  body: async (read: Read) => ({ data: await readCompany(read, id) }),
})

/** Companies: who is worked with. */
export function companyRoutes(app: App): void {
  app.get(
    '/companies',
    {
      config: reading,
      schema: {
        tags,
        summary: 'List companies',
        querystring: CompanyQuery,
        response: { 200: paged(Company) },
      },
    },
    async (request) =>
      pageAnswer(request, request.query, await listCompanies(app.readReplica, request.query)),
  )

  app.get(
    '/companies/:id',
    {
      config: reading,
      schema: {
        tags,
        summary: 'Read a company',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: data(Company) },
      },
    },
    async ({ params }) => shown(params.id).body(app.read),
  )

  app.post(
    '/companies',
    {
      config: writing,
      schema: {
        tags,
        summary: 'Create a company',
        querystring: WriteQuery,
        body: NewCompany,
        response: createdData(Company),
      },
    },
    (request, reply) =>
      created(
        request,
        reply,
        asData((em, actor) => createCompany(em, actor, request.body)),
        { path: ({ data }) => `/api/v1/companies/${data.id}` },
      ),
  )

  app.patch(
    '/companies/:id',
    {
      config: writing,
      schema: {
        tags,
        summary: 'Change a company',
        params: IdPath,
        querystring: WriteQuery,
        body: CompanyChange,
        response: { 200: data(Company) },
      },
    },
    (request, reply) =>
      changed(
        request,
        reply,
        asData((em, actor, precondition) =>
          changeCompany(em, actor, request.params.id, request.body, precondition),
        ),
        { shown: shown(request.params.id) },
      ),
  )

  app.delete(
    '/companies/:id',
    {
      config: writing,
      schema: {
        tags,
        summary: 'Delete a company that nothing belongs to any more',
        params: IdPath,
        querystring: WriteQuery,
        response: gone,
      },
    },
    (request, reply) => removed(request, reply, (em, actor) => removeCompany(em, actor, request.params.id)),
  )

  trailRoutes(app, { path: '/companies', kind: 'company', tags, reading, writing, read: readCompany })
}
