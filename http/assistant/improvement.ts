import {
  Improvement,
  ImprovementChange,
  NewImprovement,
} from '../../src/assistant/improvement/improvement.ts'
import { ImprovementQuery, listImprovements, readImprovement } from '../../src/assistant/improvement/read.ts'
import {
  changeImprovement,
  createImprovement,
  removeImprovement,
} from '../../src/assistant/improvement/writes.ts'
import { recordRoutes } from '../routes/record-routes.ts'
import { dataEnvelope, idKey } from '../routes/resource.ts'
import type { Server } from '../server/server.ts'
import { eitherMethod } from './either-method.ts'

/** Registers the routes of improvements. */
export function improvementRoutes(app: Server): void {
  recordRoutes(app, {
    key: idKey,
    path: '',
    label: { singular: 'improvement', plural: 'improvements' },
    envelope: dataEnvelope(Improvement),
    list: { query: ImprovementQuery, run: listImprovements },
    get: { run: readImprovement },
    create: { body: NewImprovement, run: createImprovement },
    change: { ...eitherMethod, body: ImprovementChange, run: changeImprovement },
    remove: { description: 'Returns 409 while tasks belong to the improvement.', run: removeImprovement },
  })
}
