import { CanonRule } from '../../src/portfolio/canon-rule/canon-rule.ts'
import { changeCanonRule } from '../../src/portfolio/canon-rule/change.ts'
import { createCanonRule } from '../../src/portfolio/canon-rule/create.ts'
import { CanonRuleQuery, listCanonRules, readCanonRule } from '../../src/portfolio/canon-rule/read.ts'
import { writes } from '../../src/portfolio/write-api/writes.ts'
import { PathId } from '../../src/record/id.ts'
import type { Server } from '../server.ts'
import { many, one } from './answer.ts'
import { pathKey } from './path-key.ts'
import { recordRoutes } from './record-routes.ts'

const record = one('rule', CanonRule)

/** Canon rules: what the portfolio is run by. */
export function canonRuleRoutes(app: Server): void {
  recordRoutes(app, {
    path: '/canon-rules',
    key: pathKey('canonRule', PathId),
    called: { one: 'Canon rule', many: 'Canon rules' },
    record,
    list: {
      summary: 'Read the canon rules',
      query: CanonRuleQuery,
      answer: many('rules', CanonRule),
      run: listCanonRules,
    },
    show: {
      summary: 'Read a canon rule',
      answer: record,
      run: async (read, id) => ({ rule: await readCanonRule(read, { id }) }),
    },
    create: { write: writes.create_canon_rule, run: createCanonRule, address: ({ rule }) => rule.id },
    change: { write: writes.change_canon_rule, run: changeCanonRule },
  })
}
