import {
  Improvement,
  ImprovementChange,
  NewImprovement,
} from '../../../src/assistant/improvement/improvement.ts'
import {
  ImprovementQuery,
  listImprovements,
  readImprovement,
} from '../../../src/assistant/improvement/read.ts'
import {
  changeImprovement,
  createImprovement,
  removeImprovement,
} from '../../../src/assistant/improvement/writes.ts'
import { phrase } from '../../../src/language/phrase.ts'
import { recordPages } from '../record/record.ts'

/** Improvements of services. */
export const improvementPages = recordPages({
  texts: 'improvement',
  group: 'operations',
  about: phrase('improvement.about'),
  historyType: 'improvement',
  columns: ['title', 'status', 'priority', 'service', 'proposed_by', 'done_at', 'updated_at'],
  presets: [
    { label: phrase('improvement.newOnes'), query: { status: 'new' } },
    { label: phrase('improvement.inProgress'), query: { status: 'in-progress' } },
    { label: phrase('improvement.all'), query: { include_done: '1' } },
  ],
  schema: Improvement,
  list: { query: ImprovementQuery, run: listImprovements },
  read: readImprovement,
  create: { body: NewImprovement, run: createImprovement },
  change: { body: ImprovementChange, run: changeImprovement },
  bulk: { status: 'status', priority: 'priority' },
  remove: { run: removeImprovement },
  related: [{ collection: 'service-tasks', filter: ({ id }) => ({ improvement_id: id }) }],
})
