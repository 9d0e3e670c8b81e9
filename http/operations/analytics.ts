import { BatchResult, ClickBatch, recordClicks } from '../../src/operations/click/bulk.ts'
import { Click, NewClick } from '../../src/operations/click/click.ts'
import { cursorAfterClick } from '../../src/operations/click/cursor.ts'
import { ClickQuery, listClicks } from '../../src/operations/click/read.ts'
import { recordClick } from '../../src/operations/click/record.ts'
import { data, made, writeExtras } from '../data.ts'
import { endless, endlessAnswer } from '../paging.ts'
import type { Server } from '../server.ts'
import { acted, upserted, WriteQuery } from '../write.ts'

const tags = ['Analytics']
const writing = { ability: 'analytics:write', policy: 'write' } as const
const bulkLimit = 4 * 1024 * 1024

/** Click statistics. */
export function analyticsRoutes(app: Server): void {
  app.get(
    '/analytics/clicks',
    {
      config: { ability: 'analytics:read' },
      schema: {
        tags,
        summary: 'List clicks, the newest day first',
        description: 'There are millions: go on by cursor, which costs the same on every page.',
        querystring: ClickQuery,
        response: { 200: endless(Click) },
      },
    },
    async (request) =>
      endlessAnswer(
        request,
        request.query,
        await listClicks(app.readReplica, request.query),
        cursorAfterClick,
      ),
  )

  app.post(
    '/analytics/clicks',
    {
      config: writing,
      schema: {
        tags,
        summary: 'Tell the clicks of a day',
        description:
          'What is known of the same date, application and company is replaced: then the answer is 200.',
        querystring: WriteQuery,
        body: NewClick,
        response: made(data(Click)),
      },
    },
    (request, reply) => upserted(request, reply, (em, actor) => recordClick(em, actor, request.body)),
  )

  app.post(
    '/analytics/clicks/bulk',
    {
      config: writing,
      bodyLimit: bulkLimit,
      schema: {
        tags,
        summary: 'Tell the clicks of many days',
        description:
          'Up to 10,000 rows. A bad row is named in errors and keeps none of the others out; sending a batch again changes nothing.',
        querystring: WriteQuery,
        body: ClickBatch,
        response: { 200: BatchResult.extend(writeExtras) },
      },
    },
    (request, reply) => acted(request, reply, (em, actor) => recordClicks(em, actor, request.body)),
  )
}
