import { changeImprovement } from '../../src/assistant/improvement/change.ts'
import { createImprovement } from '../../src/assistant/improvement/create.ts'
import {
  Improvement,
  ImprovementChange,
  NewImprovement,
} from '../../src/assistant/improvement/improvement.ts'
import { ImprovementQuery, listImprovements, readImprovement } from '../../src/assistant/improvement/read.ts'
import { removeImprovement } from '../../src/assistant/improvement/remove.ts'
import { dataRoutes } from '../routes/data-routes.ts'
import type { Server } from '../server/server.ts'
import { eitherMethod } from './either-method.ts'

/** Registers the routes of improvements. */
export function improvementRoutes(app: Server): void {
  dataRoutes(app, {
    path: '',
    label: { singular: 'improvement', plural: 'improvements' },
    record: Improvement,
    list: { query: ImprovementQuery, run: listImprovements },
    read: readImprovement,
    create: { body: NewImprovement, run: createImprovement },
    change: { ...eitherMethod, body: ImprovementChange, run: changeImprovement },
    remove: { description: 'Returns 409 while tasks belong to the improvement.', run: removeImprovement },
  })
}
