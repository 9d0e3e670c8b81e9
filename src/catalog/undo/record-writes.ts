import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { kinds as assistantKinds } from '../../assistant/kinds.ts'
import type { RecordKind } from '../../journal/record-kind.ts'
import { kinds as operationsKinds } from '../../operations/kinds.ts'
import { changeUser, UserChange } from '../../people/user-administration.ts'
import { CompetitorChange } from '../../portfolio/competitor/competitor.ts'
import { changeCompetitor, removeCompetitor } from '../../portfolio/competitor/writes.ts'
import { CompetitorReviewChange } from '../../portfolio/competitor-review/competitor-review.ts'
import { changeCompetitorReview, removeCompetitorReview } from '../../portfolio/competitor-review/writes.ts'
import { KeywordPositionChange } from '../../portfolio/keyword-position/keyword-position.ts'
import { changeKeywordPosition, removeKeywordPosition } from '../../portfolio/keyword-position/writes.ts'
import { kinds, type RoutedKind, routedKinds } from '../../portfolio/kinds.ts'
import { operationsOn } from '../../portfolio/operations.ts'
import { entityOf } from '../../portfolio/records.ts'
import { runOperation } from '../../portfolio/run-operation.ts'
import { StoreTruthChange } from '../../portfolio/store-truth/store-truth.ts'
import { changeStoreTruth, removeStoreTruth } from '../../portfolio/store-truth/writes.ts'
import type { Precondition } from '../../record/precondition.ts'
import { ArchivableChange, changeArchivable } from './archivable.ts'
import { changeRetraction, type RetractableEntity, RetractionChange } from './retractable.ts'

/** The state in which a record of a kind is withdrawn. */
export type End = {
  column: string
  /** The value of the column; null if every value but null ends the record. */
  value: string | null
  /** Returns the values that end a record, as its change takes them. */
  values: (reason: string) => Record<string, unknown>
}

/** The writes by which the changes of one kind of record are undone. They are those of the forms and of the APIs. */
export type RecordWrites = {
  body: z.ZodObject
  change: (
    em: EntityManager,
    actor: Actor,
    id: number,
    // biome-ignore lint/suspicious/noExplicitAny: the input of any change
    input: any,
    precondition: Precondition,
  ) => Promise<unknown>
  /** How a creation is withdrawn: the record gets a status that ends it, or is deleted. */
  end?: End
  remove?: (em: EntityManager, actor: Actor, id: number) => Promise<void>
}

const market = {
  competitor: { body: CompetitorChange, change: changeCompetitor, remove: removeCompetitor },
  competitor_review: {
    body: CompetitorReviewChange,
    change: changeCompetitorReview,
    remove: removeCompetitorReview,
  },
  keyword_position: {
    body: KeywordPositionChange,
    change: changeKeywordPosition,
    remove: removeKeywordPosition,
  },
  store_truth: { body: StoreTruthChange, change: changeStoreTruth, remove: removeStoreTruth },
}

const portfolio = Object.fromEntries(routedKinds.map((kind) => [kind, portfolioWrites(kind)]))

/** The writes of every kind of record whose changes can be undone, by the record type that history stores. */
export const recordWrites: ReadonlyMap<string, RecordWrites> = new Map(
  Object.entries({
    ...portfolio,
    ...market,
    ...writesOf(operationsKinds),
    application: { ...ofKind(operationsKinds.application), body: ArchivableChange, change: changeArchivable },
    ...writesOf(assistantKinds),
    user: { body: UserChange.pick({ role: true, status: true }), change: byKey(changeUser) },
  }),
)

function writesOf(kinds: Record<string, RecordKind>) {
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, ofKind(kind)]))
}

function ofKind({ change, remove }: RecordKind): RecordWrites {
  return { body: change.body, change: change.run, remove: remove.run }
}

function byKey<Key extends { id: number }, Input>(
  change: (
    em: EntityManager,
    actor: Actor,
    key: Key,
    input: Input,
    precondition: Precondition,
  ) => Promise<unknown>,
) {
  return (em: EntityManager, actor: Actor, id: number, input: Input, precondition: Precondition) =>
    change(em, actor, { id } as Key, input, precondition)
}

function portfolioWrites(kind: RoutedKind): RecordWrites {
  const { hasSlug, status, withdrawnStatus } = kinds[kind]
  const { change: operation } = operationsOn(kind)
  if (!operation || status === null) return retractable(entityOf(kind))
  return {
    body: operation.body,
    change: (em, actor, id, input, precondition) =>
      runOperation(em, actor, operation, { name: hasSlug ? { id } : id, input, precondition }),
    end: {
      column: status,
      value: withdrawnStatus,
      values: (reason) => ({
        [status]: withdrawnStatus,
        ...('resolution' in operation.body.shape && { resolution: `Withdrawn: ${reason}` }),
      }),
    },
  }
}

function retractable(entity: RetractableEntity): RecordWrites {
  const end = { column: 'retraction', value: null, values: (retraction: string) => ({ retraction }) }
  return { body: RetractionChange, change: changeRetraction(entity), end }
}
