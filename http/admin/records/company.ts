import { phrase } from '../../../src/language/phrase.ts'
import { CompanyChange, NewCompany } from '../../../src/operations/company/company.ts'
import { Company, CompanyQuery, listCompanies, readCompany } from '../../../src/operations/company/read.ts'
import { changeCompany, createCompany, removeCompany } from '../../../src/operations/company/writes.ts'
import { recordPages } from '../record/record.ts'

/** Companies. */
export const companyPages = recordPages({
  texts: 'company',
  group: 'operations',
  about: phrase('company.about'),
  historyType: 'company',
  columns: ['name', 'status', 'country', 'owner', 'applications_count', 'website', 'updated_at'],
  presets: [
    { label: phrase('company.active'), query: { status: 'active' } },
    { label: phrase('company.prospects'), query: { status: 'prospect' } },
  ],
  schema: Company,
  list: { query: CompanyQuery, run: listCompanies },
  read: readCompany,
  create: { body: NewCompany, run: createCompany },
  change: { body: CompanyChange, run: changeCompany },
  remove: { run: removeCompany },
  related: [
    { collection: 'applications', filter: ({ id }) => ({ company_id: id }) },
    { collection: 'contacts', filter: ({ id }) => ({ company_id: id }) },
    { collection: 'strategies', filter: ({ id }) => ({ company_id: id }) },
    { collection: 'keywords', filter: ({ id }) => ({ company_id: id }) },
  ],
  hasNotes: true,
})
