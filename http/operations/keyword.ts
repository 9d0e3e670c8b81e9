import { changeKeyword } from '../../src/operations/keyword/change.ts'
import { createKeyword } from '../../src/operations/keyword/create.ts'
import { KeywordChange, NewKeyword } from '../../src/operations/keyword/keyword.ts'
import { Keyword, KeywordQuery, listKeywords, readKeyword } from '../../src/operations/keyword/read.ts'
import { removeKeyword } from '../../src/operations/keyword/remove.ts'
import { dataRoutes } from '../routes/data-routes.ts'
import type { Server } from '../server/server.ts'

/** Registers the routes of search keywords. */
export function keywordRoutes(app: Server): void {
  dataRoutes(app, {
    path: '/keywords',
    label: { singular: 'keyword', plural: 'keywords' },
    reading: { ability: 'keywords:read' },
    writing: { ability: 'keywords:write', policy: 'write' },
    record: Keyword,
    list: { query: KeywordQuery, run: listKeywords },
    read: readKeyword,
    create: { body: NewKeyword, run: createKeyword },
    change: { methods: ['PATCH'], body: KeywordChange, run: changeKeyword },
    remove: { run: removeKeyword },
  })
}
