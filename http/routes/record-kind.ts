import type { z } from 'zod'
import type { RecordKind } from '../../src/journal/record-kind.ts'
import { etagBy } from '../../src/record/etag.ts'
import type { PageRequest } from '../../src/record/list/reads.ts'
import type { Page } from '../../src/record/list/record-list.ts'
import { pageBody, pageResponse } from '../answers/paging.ts'
import { createdDataResponses, dataResponse } from '../answers/response-schemas.ts'
import { capitalize, inWords, type RecordLabel } from '../openapi/labels.ts'
import { type Envelope, idKey } from './resource.ts'

type Row = { id: number }

/** Returns the name of a kind of record in words. */
function labelOf(name: string, { entity }: RecordKind): RecordLabel {
  return { singular: inWords(name), plural: inWords(entity.meta.tableName) }
}

/** Returns the routes of a kind of record by id, whose responses are under `data`. */
export function resourceOf(name: string, kind: RecordKind) {
  const { shown, query, list, read, create, change, remove } = kind
  return {
    key: idKey,
    label: labelOf(name, kind),
    envelope: dataEnvelope(shown),
    list: { query, run: list },
    get: { run: read },
    create,
    change,
    remove,
  }
}

function dataEnvelope(record: z.ZodObject): Envelope<Page<Row>, Row, Row> {
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

/** Returns the schemas of kinds of records by component name, such as `ServiceTask` and `NewServiceTask`. */
export function componentsOf(kinds: Record<string, RecordKind>): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, { shown, create, change }]) => {
      const name = kind.split('_').map(capitalize).join('')
      return [
        [name, shown],
        [`New${name}`, create.body],
        [`${name}Change`, change.body],
      ]
    }),
  )
}

/** Returns the tags of kinds of records in the OpenAPI document. */
export function tagsOf(kinds: Record<string, RecordKind>) {
  return Object.entries(kinds).map(([name, kind]) => ({
    name: capitalize(labelOf(name, kind).plural),
    description: kind.about,
  }))
}
