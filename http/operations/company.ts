import { CompanyChange, NewCompany } from '../../src/operations/company/company.ts'
import { Company, CompanyQuery, listCompanies, readCompany } from '../../src/operations/company/read.ts'
import { changeCompany, createCompany, removeCompany } from '../../src/operations/company/writes.ts'
import { recordRoutes } from '../routes/record-routes.ts'
import { dataEnvelope, idKey } from '../routes/resource.ts'
import type { Server } from '../server/server.ts'
import { noteAndHistoryRoutes, type RouteSettings } from './notes-and-history.ts'

const settings: RouteSettings = {
  path: '/companies',
  label: { singular: 'company', plural: 'companies' },
  reading: { ability: 'companies:read' },
  writing: { ability: 'companies:write', policy: 'write' },
}

/** Registers the routes of companies. */
export function companyRoutes(app: Server): void {
  recordRoutes(app, {
    key: idKey,
    ...settings,
    envelope: dataEnvelope(Company),
    list: { query: CompanyQuery, run: listCompanies },
    get: { run: readCompany },
    create: { body: NewCompany, run: createCompany },
    change: { methods: ['PATCH'], body: CompanyChange, run: changeCompany },
    remove: {
      description: 'Returns 409 while applications, contacts, strategies or keywords belong to the company.',
      run: removeCompany,
    },
  })
  noteAndHistoryRoutes(app, { ...settings, kind: 'company', read: readCompany })
}
