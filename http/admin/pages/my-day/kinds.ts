import type { WorkType } from '../../../../src/catalog/my-day.ts'
import { type Phrase, phrase } from '../../../../src/language/phrase.ts'
import { listAddress } from '../../record/address.ts'
import type { FormValues, RecordPages } from '../../record/record.ts'
import { decisionPages } from '../../records/decision.ts'
import { serviceTaskPages } from '../../records/service-task.ts'
import { strategyPages } from '../../records/strategy.ts'
import { taskPages } from '../../records/task.ts'

/** The address of the page. */
export const myDayAddress = listAddress('my-day')

/** How a kind of work is finished and postponed. */
type WorkKind = {
  pages: RecordPages
  /** What is due, if it is not the record itself. */
  due?: Phrase
  /** The change that finishes it, and what the notice then says of its title. */
  finished: FormValues
  done: 'myDay.taskDone' | 'myDay.decisionReviewed' | 'myDay.strategyCompleted'
  /** The field that a person fills first if it is null, on the page of the record, and what the notice then says. */
  asks?: { field: string; notice: Phrase }
  /** The field of the day by which it is due. */
  dayField: string
}

/** The kinds of work. */
export const workKinds: Record<WorkType, WorkKind> = {
  task: { pages: taskPages, finished: { status: 'done' }, done: 'myDay.taskDone', dayField: 'due_at' },
  decision: {
    pages: decisionPages,
    due: phrase('myDay.reviewOfDecision'),
    finished: { status: 'reviewed' },
    done: 'myDay.decisionReviewed',
    asks: { field: 'outcome', notice: phrase('myDay.askOutcome') },
    dayField: 'review_at',
  },
  service_task: {
    pages: serviceTaskPages,
    finished: { status: 'done' },
    done: 'myDay.taskDone',
    dayField: 'due_at',
  },
  strategy: {
    pages: strategyPages,
    due: phrase('myDay.endOfStrategy'),
    finished: { status: 'completed' },
    done: 'myDay.strategyCompleted',
    dayField: 'ends_on',
  },
}
