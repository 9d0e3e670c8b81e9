import { NewNote, Note } from '../../src/journal/note.ts'
import { RequestRow } from '../../src/journal/request-log/request-row.ts'
import { RequestSummary } from '../../src/journal/request-log/request-summary.ts'
import { ApplicationChange, NewApplication } from '../../src/operations/application/application.ts'
import { Application } from '../../src/operations/application/read.ts'
import { BatchResult, ClickBatch } from '../../src/operations/click/batch.ts'
import { Click, ClickDryRun, NewClick } from '../../src/operations/click/click.ts'
import { CompanyChange, NewCompany } from '../../src/operations/company/company.ts'
import { Company } from '../../src/operations/company/read.ts'
import { ContactChange, NewContact } from '../../src/operations/contact/contact.ts'
import { Contact } from '../../src/operations/contact/read.ts'
import { KeywordChange, NewKeyword } from '../../src/operations/keyword/keyword.ts'
import { Keyword } from '../../src/operations/keyword/read.ts'
import { Strategy } from '../../src/operations/strategy/read.ts'
import { NewStrategy, StrategyChange } from '../../src/operations/strategy/strategy.ts'

/** The schemas of the operations API by component name. */
export const operationsComponents = {
  Application,
  NewApplication,
  ApplicationChange,
  Company,
  NewCompany,
  CompanyChange,
  Contact,
  NewContact,
  ContactChange,
  Strategy,
  NewStrategy,
  StrategyChange,
  Keyword,
  NewKeyword,
  KeywordChange,
  Click,
  ClickDryRun,
  NewClick,
  ClickBatch,
  BatchResult,
  Note,
  NewNote,
  RequestRow,
  RequestSummary,
}
