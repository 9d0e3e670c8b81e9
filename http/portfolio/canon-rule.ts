import { z } from 'zod'
import { CanonRule } from '../../src/portfolio/canon-rule/canon-rule.ts'
import { CanonRuleQuery, listCanonRules, readCanonRule } from '../../src/portfolio/canon-rule/read.ts'
import { operations } from '../../src/portfolio/operations.ts'
import { PathId } from '../../src/record/rules/id.ts'
import { pathKey } from '../routes/path-key.ts'
import { recordRoutes } from '../routes/record-routes.ts'
import type { Server } from '../server/server.ts'
import { portfolioEnvelope } from './envelope.ts'

const label = { singular: 'canon rule', plural: 'canon rules' }

/** Registers the routes of canon rules. */
export function canonRuleRoutes(app: Server): void {
  recordRoutes(app, {
    path: '/canon-rules',
    key: pathKey('canonRule', PathId),
    label,
    envelope: portfolioEnvelope('canon_rule', label, {
      record: CanonRule,
      detail: CanonRule,
      ofCreation: {
        next: z.string().optional().describe('Who has to approve the rule. Absent once it is approved.'),
      },
    }),
    list: { query: CanonRuleQuery, run: listCanonRules },
    get: { run: readCanonRule },
    create: operations.create_canon_rule,
    change: operations.change_canon_rule,
  })
}
