import { CanonRule } from '../../src/portfolio/canon-rule/canon-rule.ts'
import { CanonRuleQuery, listCanonRules, readCanonRule } from '../../src/portfolio/canon-rule/read.ts'
import { writes } from '../../src/portfolio/write-api/writes.ts'
import { PathId } from '../../src/record/rules/id.ts'
import type { Server } from '../server/server.ts'
import { pathKey } from './path-key.ts'
import { recordRoutes } from './record-routes.ts'
import { createdResponses, listResponse, recordResponse } from './response.ts'

const response = recordResponse('rule', CanonRule)

/** Registers the routes of canon rules. */
export function canonRuleRoutes(app: Server): void {
  recordRoutes(app, {
    path: '/canon-rules',
    key: pathKey('canonRule', PathId),
    name: 'rule',
    label: { singular: 'canon rule', plural: 'canon rules' },
    list: {
      summary: 'List canon rules',
      query: CanonRuleQuery,
      response: listResponse('rules', CanonRule),
      run: listCanonRules,
    },
    get: {
      summary: 'Get a canon rule',
      response,
      run: async (read, id) => ({ rule: await readCanonRule(read, { id }) }),
    },
    create: {
      write: writes.create_canon_rule,
      responses: createdResponses('rule', CanonRule),
      keyOf: ({ rule }) => rule.id,
    },
    change: { write: writes.change_canon_rule, response },
  })
}
