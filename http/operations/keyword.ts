import { changeKeyword } from '../../src/operations/keyword/change.ts'
import { createKeyword } from '../../src/operations/keyword/create.ts'
import { KeywordChange, NewKeyword } from '../../src/operations/keyword/keyword.ts'
import { Keyword, KeywordQuery, listKeywords, readKeyword } from '../../src/operations/keyword/read.ts'
import { removeKeyword } from '../../src/operations/keyword/remove.ts'
import { dataRoutes } from '../data-routes.ts'
import type { Server } from '../server.ts'

/** Keywords: the words that applications are to be found by. */
export function keywordRoutes(app: Server): void {
  dataRoutes(app, {
    path: '/keywords',
    tags: ['Keywords'],
    reading: { ability: 'keywords:read' },
    writing: { ability: 'keywords:write', policy: 'write' },
    called: { one: 'a keyword', many: 'keywords' },
    record: Keyword,
    list: { query: KeywordQuery, run: listKeywords },
    read: readKeyword,
    create: { body: NewKeyword, run: createKeyword },
    change: { methods: ['PATCH'], body: KeywordChange, run: changeKeyword },
    remove: { summary: 'Delete a keyword', run: removeKeyword },
  })
}
