import { changeStrategy } from '../../src/operations/strategy/change.ts'
import { createStrategy } from '../../src/operations/strategy/create.ts'
import { listStrategies, readStrategy, Strategy, StrategyQuery } from '../../src/operations/strategy/read.ts'
import { removeStrategy } from '../../src/operations/strategy/remove.ts'
import { NewStrategy, StrategyChange } from '../../src/operations/strategy/strategy.ts'
import { dataRoutes } from '../data-routes.ts'
import type { Server } from '../server.ts'
import { type TrailRoutes, trailRoutes } from './trail.ts'

const place: TrailRoutes = {
  path: '/strategies',
  tags: ['Strategies'],
  reading: { ability: 'strategies:read' },
  writing: { ability: 'strategies:write', policy: 'write' },
}

/** Strategies: how companies and applications are brought forward. */
export function strategyRoutes(app: Server): void {
  dataRoutes(app, {
    ...place,
    called: { one: 'a strategy', many: 'strategies' },
    record: Strategy,
    list: { query: StrategyQuery, run: listStrategies },
    read: readStrategy,
    create: { body: NewStrategy, run: createStrategy },
    change: {
      methods: ['PATCH'],
      description: 'Its keywords go with it to another company.',
      body: StrategyChange,
      run: changeStrategy,
    },
    remove: { summary: 'Delete a strategy that has no keywords any more', run: removeStrategy },
  })
  trailRoutes(app, { ...place, kind: 'strategy', read: readStrategy })
}
