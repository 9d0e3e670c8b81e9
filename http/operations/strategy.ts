import { listStrategies, readStrategy, Strategy, StrategyQuery } from '../../src/operations/strategy/read.ts'
import { NewStrategy, StrategyChange } from '../../src/operations/strategy/strategy.ts'
import { changeStrategy, createStrategy, removeStrategy } from '../../src/operations/strategy/writes.ts'
import { recordRoutes } from '../routes/record-routes.ts'
import { dataEnvelope, idKey } from '../routes/resource.ts'
import type { Server } from '../server/server.ts'
import { noteAndHistoryRoutes, type RouteSettings } from './notes-and-history.ts'

const settings: RouteSettings = {
  path: '/strategies',
  label: { singular: 'strategy', plural: 'strategies' },
  reading: { ability: 'strategies:read' },
  writing: { ability: 'strategies:write', policy: 'write' },
}

/** Registers the routes of promotion strategies. */
export function strategyRoutes(app: Server): void {
  recordRoutes(app, {
    key: idKey,
    ...settings,
    envelope: dataEnvelope(Strategy),
    list: { query: StrategyQuery, run: listStrategies },
    get: { run: readStrategy },
    create: { body: NewStrategy, run: createStrategy },
    change: {
      methods: ['PATCH'],
      description: 'If `company_id` changes, the keywords of the strategy move to the new company with it.',
      body: StrategyChange,
      run: changeStrategy,
    },
    remove: {
      description:
        'Returns 409 while keywords belong to the strategy. Its contacts are kept without a strategy.',
      run: removeStrategy,
    },
  })
  noteAndHistoryRoutes(app, { ...settings, kind: 'strategy', read: readStrategy })
}
