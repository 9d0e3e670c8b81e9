import { type EntityManager, transact } from '../../src/database/transaction.ts'
import { CompetitorChange, NewCompetitor } from '../../src/portfolio/competitor/competitor.ts'
import {
  changeCompetitor,
  createCompetitor,
  removeCompetitor,
} from '../../src/portfolio/competitor/writes.ts'
import {
  CompetitorReviewChange,
  NewCompetitorReview,
} from '../../src/portfolio/competitor-review/competitor-review.ts'
import {
  changeCompetitorReview,
  createCompetitorReview,
  removeCompetitorReview,
} from '../../src/portfolio/competitor-review/writes.ts'
import {
  KeywordPositionChange,
  NewKeywordPosition,
} from '../../src/portfolio/keyword-position/keyword-position.ts'
import {
  changeKeywordPosition,
  createKeywordPosition,
  removeKeywordPosition,
} from '../../src/portfolio/keyword-position/writes.ts'
import { NewStoreTruth, StoreTruthChange } from '../../src/portfolio/store-truth/store-truth.ts'
import {
  changeStoreTruth,
  createStoreTruth,
  removeStoreTruth,
} from '../../src/portfolio/store-truth/writes.ts'
import { toFault } from '../../src/record/database-fault.ts'
import { Fault } from '../../src/record/fault.ts'
import { validate } from '../../src/record/validation/validate.ts'
import { sql } from './makers.ts'
import { operator } from './people.ts'
import type { World } from './world.ts'

/** Returns functions that write market knowledge to a world, each in one transaction, with valid defaults. */
export function marketOf(world: () => World) {
  const write = <T>(callback: (em: EntityManager) => Promise<T>) => transact(world().database.orm, callback)
  const unchanged = async () => undefined
  return {
    addCompetitor: (input: object) => {
      const competitor = validate(NewCompetitor, { name: 'Rival', ...input })
      return write((em) => createCompetitor(em, operator, competitor))
    },
    changeCompetitor: (id: number, input: object) =>
      write((em) => changeCompetitor(em, operator, id, validate(CompetitorChange, input), unchanged)),
    removeCompetitor: (id: number) => write((em) => removeCompetitor(em, operator, id)),
    addReview: (input: object) => {
      const review = validate(NewCompetitorReview, { body: 'Ads', reviewed_at: '2026-05-01', ...input })
      return write((em) => createCompetitorReview(em, operator, review))
    },
    changeReview: (id: number, input: object) =>
      write((em) =>
        changeCompetitorReview(em, operator, id, validate(CompetitorReviewChange, input), unchanged),
      ),
    removeReview: (id: number) => write((em) => removeCompetitorReview(em, operator, id)),
    addPosition: (input: object) => {
      const defaults = { keyword: 'qr scanner', country: 'de', date: '2026-05-01' }
      const position = validate(NewKeywordPosition, { ...defaults, ...input })
      return write((em) => createKeywordPosition(em, operator, position))
    },
    changePosition: (id: number, input: object) =>
      write((em) =>
        changeKeywordPosition(em, operator, id, validate(KeywordPositionChange, input), unchanged),
      ),
    removePosition: (id: number) => write((em) => removeKeywordPosition(em, operator, id)),
    addTruth: (input: object) => {
      const truth = validate(NewStoreTruth, { date: '2026-05-01', ...input })
      return write((em) => createStoreTruth(em, operator, truth))
    },
    changeTruth: (id: number, input: object) =>
      write((em) => changeStoreTruth(em, operator, id, validate(StoreTruthChange, input), unchanged)),
    removeTruth: (id: number) => write((em) => removeStoreTruth(em, operator, id)),
    /** Returns the history of a record, oldest entry first. */
    historyOf: (type: string, id: number) =>
      sql(
        world(),
        'select event, changes, actor from history where record_type = $1 and record_id = $2 order by id',
        type,
        id,
      ),
  }
}

/** Returns the code, the field errors and the details of the fault that a promise rejects with. */
export async function faultOf(promise: Promise<unknown>) {
  const error = await promise.then(() => new Error('The call was not rejected.'), toFault)
  if (!(error instanceof Fault)) throw error
  const errors: Record<string, string[]> | undefined =
    error.errors && JSON.parse(JSON.stringify(error.errors))
  return { code: error.code, errors, ...error.details }
}
