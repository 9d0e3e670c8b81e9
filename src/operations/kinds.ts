import { users } from '../access/user.ts'
import { recordKind } from '../journal/record-kind.ts'
import { referenceChecker } from '../record/references.ts'
import { ApplicationChange, applications, NewApplication } from './application/application.ts'
import { Application, ApplicationQuery, listApplications, readApplication } from './application/read.ts'
import { changeApplication, createApplication, removeApplication } from './application/writes.ts'
import { CompanyChange, companies, NewCompany } from './company/company.ts'
import { Company, CompanyQuery, listCompanies, readCompany } from './company/read.ts'
import { changeCompany, createCompany, removeCompany } from './company/writes.ts'
import { ContactChange, contacts, NewContact } from './contact/contact.ts'
import { Contact, ContactQuery, listContacts, readContact } from './contact/read.ts'
import { changeContact, createContact, removeContact } from './contact/writes.ts'
import { KeywordChange, keywords, NewKeyword } from './keyword/keyword.ts'
import { Keyword, KeywordQuery, listKeywords, readKeyword } from './keyword/read.ts'
import { changeKeyword, createKeyword, removeKeyword } from './keyword/writes.ts'
import { listStrategies, readStrategy, Strategy, StrategyQuery } from './strategy/read.ts'
import { NewStrategy, StrategyChange, strategies } from './strategy/strategy.ts'
import { changeStrategy, createStrategy, removeStrategy } from './strategy/writes.ts'

/**
 * Every kind of record of the operations API but clicks, which are upserted, by the name that history uses. `ability` is
 * the start of the abilities that its routes require. Routes, OpenAPI, searches and undo follow from this list.
 */
export const kinds = {
  application: {
    ability: 'apps',
    hasNotes: true,
    ...recordKind({
      entity: applications,
      about: 'Applications of the company, their archive, notes and history.',
      title: 'name',
      search: ['name', 'native_id'],
      shown: Application,
      query: ApplicationQuery,
      list: listApplications,
      read: readApplication,
      create: { body: NewApplication, run: createApplication },
      change: { body: ApplicationChange, run: changeApplication },
      remove: { run: removeApplication },
    }),
  },
  company: {
    ability: 'companies',
    hasNotes: true,
    ...recordKind({
      entity: companies,
      about: 'Companies that applications, contacts and strategies belong to.',
      title: 'name',
      search: ['name'],
      shown: Company,
      query: CompanyQuery,
      list: listCompanies,
      read: readCompany,
      create: { body: NewCompany, run: createCompany },
      change: { body: CompanyChange, run: changeCompany },
      remove: {
        description:
          'Returns 409 while applications, contacts, strategies or keywords belong to the company.',
        run: removeCompany,
      },
    }),
  },
  contact: {
    ability: 'contacts',
    hasNotes: false,
    ...recordKind({
      entity: contacts,
      about: 'Contacts of the company and their conversations with assistants.',
      title: 'name',
      search: ['name', 'email', 'phone', 'telegram'],
      shown: Contact,
      query: ContactQuery,
      list: listContacts,
      read: readContact,
      create: { body: NewContact, run: createContact },
      change: { body: ContactChange, run: changeContact },
      remove: { run: removeContact },
    }),
  },
  strategy: {
    ability: 'strategies',
    hasNotes: true,
    ...recordKind({
      entity: strategies,
      about: 'Promotion strategies of companies and applications.',
      title: 'name',
      search: ['name'],
      shown: Strategy,
      query: StrategyQuery,
      list: listStrategies,
      read: readStrategy,
      create: { body: NewStrategy, run: createStrategy },
      change: {
        description: 'If `company_id` changes, the keywords of the strategy move to the new company with it.',
        body: StrategyChange,
        run: changeStrategy,
      },
      remove: {
        description:
          'Returns 409 while keywords belong to the strategy. Its contacts are kept without a strategy.',
        run: removeStrategy,
      },
    }),
  },
  keyword: {
    ability: 'keywords',
    hasNotes: false,
    ...recordKind({
      entity: keywords,
      about: 'Search keywords of a strategy.',
      title: 'keyword',
      search: ['keyword'],
      shown: Keyword,
      query: KeywordQuery,
      list: listKeywords,
      read: readKeyword,
      create: { body: NewKeyword, run: createKeyword },
      change: { body: KeywordChange, run: changeKeyword },
      remove: { run: removeKeyword },
    }),
  },
} as const

/** Throws if a record does not exist that a body of the operations API references. */
export const checkReferences = referenceChecker({
  app_id: applications,
  company_id: companies,
  application_id: applications,
  strategy_id: strategies,
  owner_id: users,
})
