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
import { recordPages } from '../record/record.ts'

/** Improvements of services. */
export const improvementPages = recordPages({
  texts: 'improvement',
  label: { singular: 'improvement', plural: 'improvements' },
  group: 'operations',
  about: 'Proposed improvements of services. Those that are done are hidden unless the filter includes them.',
  historyType: 'improvement',
  columns: ['title', 'status', 'priority', 'service', 'proposed_by', 'done_at', 'updated_at'],
  presets: [
    { label: 'New', query: { status: 'new' } },
    { label: 'In progress', query: { status: 'in-progress' } },
    { label: 'All', query: { include_done: '1' } },
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
