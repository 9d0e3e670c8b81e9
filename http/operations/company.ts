import { changeCompany } from '../../src/operations/company/change.ts'
import { CompanyChange, NewCompany } from '../../src/operations/company/company.ts'
import { createCompany } from '../../src/operations/company/create.ts'
import { Company, CompanyQuery, listCompanies, readCompany } from '../../src/operations/company/read.ts'
import { removeCompany } from '../../src/operations/company/remove.ts'
import { dataRoutes } from '../data-routes.ts'
import type { Server } from '../server.ts'
import { type TrailRoutes, trailRoutes } from './trail.ts'

const place: TrailRoutes = {
  path: '/companies',
  tags: ['Companies'],
  reading: { ability: 'companies:read' },
  writing: { ability: 'companies:write', policy: 'write' },
}

/** Companies: who is worked with. */
export function companyRoutes(app: Server): void {
  dataRoutes(app, {
    ...place,
    called: { one: 'a company', many: 'companies' },
    record: Company,
    list: { query: CompanyQuery, run: listCompanies },
    read: readCompany,
    create: { body: NewCompany, run: createCompany },
    change: { methods: ['PATCH'], body: CompanyChange, run: changeCompany },
    remove: { summary: 'Delete a company that nothing belongs to any more', run: removeCompany },
  })
  trailRoutes(app, { ...place, kind: 'company', read: readCompany })
}
