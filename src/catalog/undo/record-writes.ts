import type { EntitySchema } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { kinds as assistantKinds } from '../../assistant/kinds.ts'
import type { RecordKind } from '../../journal/record-kind.ts'
import { change } from '../../journal/save.ts'
import { ApplicationChange, StoredApplication } from '../../operations/application/application.ts'
import {
  archiveApplication,
  changeApplication,
  lockOwnApplication,
  restoreApplication,
} from '../../operations/application/writes.ts'
import { kinds as operationsKinds } from '../../operations/kinds.ts'
import { changeUser, UserChange } from '../../people/user-administration.ts'
import { CompetitorChange } from '../../portfolio/competitor/competitor.ts'
import { changeCompetitor, removeCompetitor } from '../../portfolio/competitor/writes.ts'
import { CompetitorReviewChange } from '../../portfolio/competitor-review/competitor-review.ts'
import { changeCompetitorReview, removeCompetitorReview } from '../../portfolio/competitor-review/writes.ts'
import { DecisionRestoration } from '../../portfolio/decision/decision.ts'
import { restoreDecision } from '../../portfolio/decision/writes.ts'
import { KeywordPositionChange } from '../../portfolio/keyword-position/keyword-position.ts'
import { changeKeywordPosition, removeKeywordPosition } from '../../portfolio/keyword-position/writes.ts'
import { kinds, type RoutedKind, routedKinds } from '../../portfolio/kinds.ts'
import { runOperation } from '../../portfolio/operation.ts'
import { operationsOn } from '../../portfolio/operations.ts'
import { entityOf } from '../../portfolio/records.ts'
import { Retraction, retract, unretract } from '../../portfolio/retraction/retraction.ts'
import { StoreTruthChange } from '../../portfolio/store-truth/store-truth.ts'
import { changeStoreTruth, removeStoreTruth } from '../../portfolio/store-truth/writes.ts'
import type { Precondition } from '../../record/lock-record.ts'

/** The retraction as a field of a record: its reason, or null for a record that is not retracted. */
const RetractionChange = z.strictObject({ retraction: Retraction.shape.reason.nullable() })
type RetractionChange = z.output<typeof RetractionChange>

// biome-ignore lint/suspicious/noExplicitAny: entities of every kind that can be retracted
type RetractableEntity = EntitySchema<any>

/** Returns the change of that field of an entity, by the writes that retract a record and take a retraction back. */
function changeRetraction(entity: RetractableEntity) {
  return (
    em: EntityManager,
    actor: Actor,
    id: number,
    { retraction }: RetractionChange,
    precondition: Precondition,
  ) =>
    retraction === null
      ? unretract(em, actor, entity, id, precondition)
      : retract(em, actor, entity, id, retraction, precondition)
}

/** The change of an application whose status may also be `archived`, and whose app is an id, as history has it. */
export const ArchivableChange = z.strictObject({
  ...ApplicationChange.shape,
  ...StoredApplication.pick({ status: true, app_id: true }).partial().shape,
})
type ArchivableChange = z.output<typeof ArchivableChange>

/**
 * Changes an application. Its status is set by the writes that archive and restore it, if necessary. Its app is set even if
 * it is archived, because an import links archived applications too.
 */
export async function changeArchivable(
  em: EntityManager,
  actor: Actor,
  id: number,
  { status, app_id, ...values }: ArchivableChange,
  precondition: Precondition,
): Promise<void> {
  const stored = await lockOwnApplication(em, actor, id)
  if (status !== undefined && status !== 'archived' && stored.status === 'archived')
    await restoreApplication(em, actor, id)
  const changed = { ...values, ...(status !== undefined && status !== 'archived' && { status }) }
  if (Object.keys(changed).length > 0) await changeApplication(em, actor, id, changed, precondition)
  if (app_id !== undefined) {
    change(em, actor, stored, { app_id })
    await em.flush()
  }
  if (status === 'archived') await archiveApplication(em, actor, id, precondition)
}

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
    decision: { ...portfolioWrites('decision'), body: DecisionRestoration, change: restoreDecision },
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
