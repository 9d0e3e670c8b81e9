import type { z } from 'zod'
import { etagBy } from '../../src/record/etag.ts'
import type { PageRequest } from '../../src/record/list/reads.ts'
import type { Page } from '../../src/record/list/record-list.ts'
import { pageBody, pageResponse } from '../answers/paging.ts'
import { createdDataResponses, dataResponse } from '../answers/response-schemas.ts'
import type { Envelope } from './resource.ts'

/** Returns the envelope of the areas whose responses are under `data`. */
export function dataEnvelope<Row extends { id: number }>(
  record: z.ZodObject & z.ZodType<Row>,
): Envelope<Page<Row>, Row, Row> {
  const response = dataResponse(record)
  return {
    key: 'data',
    responses: {
      list: pageResponse(record),
      get: response,
      create: createdDataResponses(record),
      change: { 200: response },
    },
    list: (request, page) => pageBody(request, request.query as PageRequest, page),
    get: (data) => ({ data }) as object,
    etag: (data) => etagBy(response, { data }),
    write: (_, data) => ({ data }),
  }
}
