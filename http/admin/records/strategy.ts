import { phrase } from '../../../src/language/phrase.ts'
import {
  listStrategies,
  readStrategy,
  Strategy,
  StrategyQuery,
} from '../../../src/operations/strategy/read.ts'
import { NewStrategy, StrategyChange } from '../../../src/operations/strategy/strategy.ts'
import { changeStrategy, createStrategy, removeStrategy } from '../../../src/operations/strategy/writes.ts'
import { recordPages } from '../record/record.ts'

/** Strategies. */
export const strategyPages = recordPages({
  texts: 'strategy',
  group: 'operations',
  about: phrase('strategy.about'),
  historyType: 'strategy',
  columns: ['name', 'status', 'company', 'application', 'owner', 'keywords_count', 'starts_on', 'ends_on'],
  presets: [
    { label: phrase('strategy.active'), query: { status: 'active' } },
    { label: phrase('strategy.drafts'), query: { status: 'draft' } },
  ],
  schema: Strategy,
  list: { query: StrategyQuery, run: listStrategies },
  read: readStrategy,
  create: { body: NewStrategy, run: createStrategy },
  change: { body: StrategyChange, run: changeStrategy },
  remove: { run: removeStrategy },
  related: [
    { collection: 'keywords', filter: ({ id }) => ({ strategy_id: id }) },
    { collection: 'contacts', filter: ({ id }) => ({ strategy_id: id }) },
  ],
  hasNotes: true,
})
