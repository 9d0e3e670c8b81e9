import { KeywordChange, NewKeyword } from '../../src/operations/keyword/keyword.ts'
import { Keyword, KeywordQuery, listKeywords, readKeyword } from '../../src/operations/keyword/read.ts'
import { changeKeyword, createKeyword, removeKeyword } from '../../src/operations/keyword/writes.ts'
import { recordRoutes } from '../routes/record-routes.ts'
import { dataEnvelope, idKey } from '../routes/resource.ts'
import type { Server } from '../server/server.ts'

/** Registers the routes of search keywords. */
export function keywordRoutes(app: Server): void {
  recordRoutes(app, {
    key: idKey,
    path: '/keywords',
    label: { singular: 'keyword', plural: 'keywords' },
    reading: { ability: 'keywords:read' },
    writing: { ability: 'keywords:write', policy: 'write' },
    envelope: dataEnvelope(Keyword),
    list: { query: KeywordQuery, run: listKeywords },
    get: { run: readKeyword },
    create: { body: NewKeyword, run: createKeyword },
    change: { methods: ['PATCH'], body: KeywordChange, run: changeKeyword },
    remove: { run: removeKeyword },
  })
}
