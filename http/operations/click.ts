import {
  BatchResult,
  ClickBatch,
  storeClickBatch,
  validateClickBatch,
} from '../../src/operations/click/batch.ts'
import { Click, ClickDryRun, NewClick } from '../../src/operations/click/click.ts'
import { withClickPartitions } from '../../src/operations/click/partitions.ts'
import { ClickQuery, listClicks } from '../../src/operations/click/read.ts'
import { upsertClick } from '../../src/operations/click/writes.ts'
import { encodeDayCursor } from '../../src/record/list/cursor.ts'
import { cursorPageBody, cursorPageResponse } from '../answers/paging.ts'
import { dataResponse, writeExtras } from '../answers/response-schemas.ts'
import { WriteQuery } from '../routes/run-write.ts'
import { respondAction, respondUpserted } from '../routes/write.ts'
import type { Server } from '../server/server.ts'

const tags = ['Analytics']
const writing = { ability: 'analytics:write', policy: 'write' } as const
const bulkBodyLimit = 4 * 1024 * 1024

/** Registers the routes of click statistics. */
export function clickRoutes(app: Server): void {
  app.get(
    '/analytics/clicks',
    {
      config: { ability: 'analytics:read', sharedAnswer: true },
      schema: {
        operationId: 'listClicks',
        tags,
        summary: 'List clicks, newest day first',
        description: 'For large result sets use `cursor` instead of `page`: it costs the same on every page.',
        querystring: ClickQuery,
        response: { 200: cursorPageResponse(Click) },
      },
    },
    async (request) =>
      cursorPageBody(
        request,
        request.query,
        await listClicks(app.readReplica, request.query),
        encodeDayCursor,
      ),
  )

  app.post(
    '/analytics/clicks',
    {
      config: writing,
      schema: {
        operationId: 'recordClicks',
        tags,
        summary: 'Record the clicks of one day',
        description:
          'Returns 201 for a new combination of date, application and company. An existing one is replaced, and the answer is 200.',
        querystring: WriteQuery,
        body: NewClick,
        response: { 200: dataResponse(ClickDryRun), 201: dataResponse(Click) },
      },
    },
    (request, reply) =>
      withClickPartitions(app.orm, [request.body.date], () =>
        respondUpserted(request, reply, (em, actor) => upsertClick(em, actor, request.body)),
      ),
  )

  app.post(
    '/analytics/clicks/bulk',
    {
      config: { ...writing, timeLimit: 'bulk' },
      bodyLimit: bulkBodyLimit,
      schema: {
        operationId: 'recordClicksInBulk',
        tags,
        summary: 'Record clicks in bulk',
        description:
          'Takes up to 10,000 rows. Invalid rows are skipped and listed in `errors`; the valid rows are stored. Sending the same batch again changes nothing.',
        querystring: WriteQuery,
        body: ClickBatch,
        response: { 200: BatchResult.extend(writeExtras) },
      },
    },
    async (request, reply) => {
      const batch = await validateClickBatch(request.body)
      const days = batch.rows.flatMap(({ value }) => value?.date ?? [])
      return withClickPartitions(app.orm, days, () =>
        respondAction(request, reply, (em, actor) => storeClickBatch(em, actor, batch)),
      )
    },
  )
}
