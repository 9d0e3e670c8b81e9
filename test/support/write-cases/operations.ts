import {
  archiveApplication,
  changeApplication,
  createApplication,
  lockOwnApplication,
  removeApplication,
  restoreApplication,
} from '../../../src/operations/application/writes.ts'
import { storeClickBatch, validateClickBatch } from '../../../src/operations/click/batch.ts'
import { storeClick, storeClicks, upsertClick } from '../../../src/operations/click/writes.ts'
import { changeCompany, createCompany, removeCompany } from '../../../src/operations/company/writes.ts'
import { changeContact, createContact, removeContact } from '../../../src/operations/contact/writes.ts'
import { changeKeyword, createKeyword, removeKeyword } from '../../../src/operations/keyword/writes.ts'
import { changeStrategy, createStrategy, removeStrategy } from '../../../src/operations/strategy/writes.ts'
import { today } from '../../../src/record/rules/day.ts'
import { type Given, unchanged, type WriteCases, withoutPerson } from './write-case.ts'

const name = 'Changed'
const clickOf = ({ ids }: Given) => ({
  date: today(),
  app_id: ids.applications!,
  company_id: ids.companies!,
  clicks: 7,
})

/** The records of operations. A manager may change only their own applications. */
export const operationsCases: WriteCases = {
  writers: {
    createApplication: (em, actor) =>
      createApplication(em, actor, { name: 'New', platform: 'ios', status: 'active' }),
    createCompany: (em, actor) => createCompany(em, actor, { name: `Of ${actor.by.name}` }),
    createContact: (em, actor) => createContact(em, actor, { name: 'New' }),
    createStrategy: (em, actor) => createStrategy(em, actor, { name: 'New' }),
    createKeyword: (em, actor, { ids }) =>
      createKeyword(em, actor, { keyword: `of ${actor.by.name}`, strategy_id: ids.strategies! }),
    changeCompany: (em, actor, { ids }) => changeCompany(em, actor, ids.companies!, { name }, unchanged),
    changeContact: (em, actor, { ids }) => changeContact(em, actor, ids.contacts!, { name }, unchanged),
    changeStrategy: (em, actor, { ids }) => changeStrategy(em, actor, ids.strategies!, { name }, unchanged),
    changeKeyword: (em, actor, { ids }) =>
      changeKeyword(em, actor, ids.keywords!, { keyword: 'changed' }, unchanged),
    removeCompany: (em, actor, { ids }) => removeCompany(em, actor, ids.companies!),
    removeContact: (em, actor, { ids }) => removeContact(em, actor, ids.contacts!),
    removeStrategy: async (em, actor) => {
      const { id } = await createStrategy(em, withoutPerson(actor), { name: 'Without keywords' })
      return removeStrategy(em, actor, id)
    },
    removeKeyword: (em, actor, { ids }) => removeKeyword(em, actor, ids.keywords!),
    storeClick: (em, actor, given) => storeClick(em, actor, clickOf(given)),
    storeClicks: (em, actor, given) => storeClicks(em, actor, [clickOf(given)]),
    upsertClick: (em, actor, given) => upsertClick(em, actor, clickOf(given)),
    storeClickBatch: async (em, actor, given) =>
      storeClickBatch(em, actor, await validateClickBatch({ rows: [clickOf(given)] })),
  },
  admins: {
    changeApplication: (em, actor, { ids }) =>
      changeApplication(em, actor, ids.applications!, { name }, unchanged),
    archiveApplication: (em, actor, { ids }) => archiveApplication(em, actor, ids.applications!, unchanged),
    restoreApplication: (em, actor, { ids }) => restoreApplication(em, actor, ids.applications!),
    lockOwnApplication: (em, actor, { ids }) => lockOwnApplication(em, actor, ids.applications!),
    removeApplication: (em, actor, { ids }) => removeApplication(em, actor, ids.applications!),
  },
}
