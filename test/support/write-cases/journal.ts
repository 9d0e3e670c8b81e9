import { sql as builder } from 'kysely'
import { fillAssistant } from '../../../src/assistant/demo.ts'
import { type BulkKind, bulkChange } from '../../../src/catalog/bulk-change.ts'
import { fillDemo } from '../../../src/catalog/demo.ts'
import { markReviewed } from '../../../src/catalog/review.ts'
import { changeArchivable } from '../../../src/catalog/undo/record-writes.ts'
import { revertChange } from '../../../src/catalog/undo/revert-change.ts'
import { setFields } from '../../../src/catalog/undo/set-fields.ts'
import { undoEntry } from '../../../src/catalog/undo/undo-entry.ts'
import { undoWindow } from '../../../src/catalog/undo/undo-window.ts'
import { withdraw } from '../../../src/catalog/undo/withdraw.ts'
import { readAside } from '../../../src/database/read.ts'
import { openChangeSet, writeChangeSet } from '../../../src/journal/change-set.ts'
import { addNote, markSeen, removeNote } from '../../../src/journal/note/writes.ts'
import { restoreRecord, undelete } from '../../../src/journal/restore.ts'
import { changeRows, deleteRows, lockRows, restoreRows } from '../../../src/journal/rows.ts'
import {
  change,
  create,
  createAll,
  createAndRead,
  deleteRecord,
  softDelete,
} from '../../../src/journal/save.ts'
import { upsertRows } from '../../../src/journal/upsert.ts'
import { companies } from '../../../src/operations/company/company.ts'
import { type Company, readCompany } from '../../../src/operations/company/read.ts'
import { changeCompany } from '../../../src/operations/company/writes.ts'
import { fillOperations } from '../../../src/operations/demo.ts'
import { competitors } from '../../../src/portfolio/competitor/competitor.ts'
import { competitorReviews } from '../../../src/portfolio/competitor-review/competitor-review.ts'
import { addMarket } from '../../../src/portfolio/demo/market.ts'
import { markets } from '../../../src/portfolio/demo/markets.ts'
import { fillPortfolio } from '../../../src/portfolio/demo.ts'
import { mapDirection, moveAll } from '../../../src/portfolio/direction/map.ts'
import { insights } from '../../../src/portfolio/insight/insight.ts'
import { readInsight } from '../../../src/portfolio/insight/read.ts'
import { createReport } from '../../../src/portfolio/report/report.ts'
import { besideFact } from '../../../src/portfolio/similar/fact.ts'
import { unchanged, type WriteCases } from './write-case.ts'

const report = () => undefined
const company = ({ by }: { by: { name: string } }) => ({ name: `Saved by ${by.name}` })
const noted = (ids: Record<string, number>) => ({ record_type: 'company', record_id: ids.companies! })

const bulkOfCompanies: BulkKind<Company> = {
  record_type: 'company',
  fields: ['country'],
  read: readCompany,
  refusal: () => undefined,
  isDone: () => false,
  change: (em, actor, id) => changeCompany(em, actor, id, { country: 'FR' }, unchanged),
}

/** The functions that store any kind of record, notes, demo data, and what concerns several kinds. */
export const journalCases: WriteCases = {
  writers: {
    markReviewed: (em, actor, { ids }) => markReviewed(em, actor, [ids.history as number], true),
    bulkChange: (em, actor, { ids }) => bulkChange(em, actor, bulkOfCompanies, [ids.companies!]),
    undelete: async (em, actor, { ids }) =>
      undelete(em, actor, await em.findOneOrFail(companies, { id: ids.companies! })),
    restoreRecord: (em, actor, { ids }) =>
      restoreRecord(em, actor, competitors, {
        id: 1_000_000,
        product_id: ids.products,
        name: 'Back',
        created_at: new Date().toISOString(),
        created_by: actor.by,
      }),
    setFields: (em, actor, { ids }) => setFields(em, actor, noted(ids), { country: 'FR' }),
    withdraw: (em, actor, { ids }) =>
      withdraw(em, actor, { record: { record_type: 'task', record_id: ids.tasks! }, author: actor.by }),
    create: (em, actor) => create(em, actor, companies, company(actor)),
    createAll: (em, actor) => createAll(em, actor, companies, [company(actor)]),
    createAndRead: (em, actor) => createAndRead(em, actor, companies, company(actor), async () => undefined),
    createReport: (em, actor, { ids }) =>
      createReport(
        em,
        actor,
        insights,
        {
          input: { product_id: ids.products!, title: 'New', body: 'Because.', discovered_at: '2026-01-01' },
          fields: ['title', 'body'],
        },
        readInsight,
        (place) => besideFact(readAside(em), 'insight', { title: 'New' }, place),
      ),
    change: async (em, actor, { ids }) =>
      change(em, actor, await em.findOneOrFail(companies, { id: ids.companies! }), { name: 'Changed' }),
    softDelete: async (em, actor, { ids }) =>
      softDelete(em, actor, await em.findOneOrFail(companies, { id: ids.companies! })),
    deleteRecord: async (em, actor, { ids }) =>
      deleteRecord(em, actor, await em.findOneOrFail(competitorReviews, { id: ids.competitor_reviews! })),
    upsertRows: (em, actor) =>
      upsertRows(em, actor, {
        recordType: 'company',
        match: builder`stored.name = given.name`,
        rows: [company(actor)],
        columns: ['name'],
        maxChanges: 1,
      }),
    markSeen: (em, actor, { ids }) => markSeen(em, actor, [ids.notes!]),
    changeRows: async (em, actor, { ids }) => {
      const row = (await lockRows(em, companies, [ids.companies!])).get(ids.companies!)!
      await changeRows(em, actor, companies, [{ row, values: { name: 'Changed' } }])
    },
    deleteRows: async (em, actor, { ids: { competitor_reviews: id } }) =>
      deleteRows(em, actor, competitorReviews, [...(await lockRows(em, competitorReviews, [id!])).values()]),
    restoreRows: async (em, actor, { ids: { competitor_reviews: id } }) =>
      restoreRows(em, actor, competitorReviews, [...(await lockRows(em, competitorReviews, [id!])).values()]),
    openChangeSet: (em, actor) => openChangeSet(em, actor, { kind: 'undo', record_type: 'company' }),
    writeChangeSet: (em, actor) =>
      writeChangeSet(em, actor, { kind: 'undo', record_type: 'company' }, async (by) => {
        await create(em, by, companies, company(by))
      }),
    addNote: (em, actor, { ids }) => addNote(em, actor, noted(ids), { body: 'New' }),
    fillAssistant,
    addMarket: (em, actor, { ids }) => {
      const counts = { competitors: 0, competitor_reviews: 0, keyword_positions: 0, store_truth: 0 }
      return addMarket(em, actor, { id: ids.products!, name: Object.keys(markets)[0]! }, [], counts)
    },
  },
  admins: {
    removeNote: (em, actor, { ids }) => removeNote(em, actor, noted(ids), ids.notes!),
    revertChange: (em, actor, { ids }) =>
      revertChange(em, actor, ids.history!, { version: ids.history!, ticked: [] }),
    changeArchivable: (em, actor, { ids }) =>
      changeArchivable(em, actor, ids.applications!, { status: 'archived' }, unchanged),
    undoEntry: (em, actor, { ids }) => undoEntry(em, actor, ids.creation!, ids.creation!),
    undoWindow: (em, actor) => undoWindow(em, actor, { actor: 'system' }),
    fillPortfolio: (em, actor) => fillPortfolio(em, actor, { report }),
    fillOperations,
    fillDemo: (em, actor) => fillDemo(em, actor, { force: true, report }),
    mapDirection: (em, actor) => mapDirection(em, actor, { old: 'former', current: 'utilities' }),
    moveAll: (em, actor, { ids }) => moveAll(em, actor, ids.directions!, ids.directions! + 1),
  },
}
