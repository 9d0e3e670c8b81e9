import { sql } from 'kysely'
import type { z } from 'zod'
import { all, param } from '../database/statement.ts'
import type { Select } from '../database/tables.ts'
import { paging } from '../record/list/paging.ts'
import { type PageRequest, recordReads } from '../record/list/reads.ts'
import { bySort } from '../record/list/sort.ts'
import { namedReference, nameIn } from '../record/named.ts'
import { translations } from '../record/rules/description.ts'
import { Reference } from '../record/rules/id.ts'
import { text } from '../record/rules/text.ts'

// The referenced records that answers of the assistant's resources contain, for a SELECT on the alias `record`.

const service = namedReference('services', 'service_id')
const improvement = namedReference('improvements', 'improvement_id', { label: 'title' })
const agent = namedReference('agents', 'agent_id')

export const serviceColumn = service.as('service')
export const improvementColumn = improvement.as('improvement')
export const agentColumn = agent.as('agent')

/** The names of the referenced records as SQL, for the order of lists. */
const referenceNames = {
  service: nameIn(service),
  improvement: nameIn(improvement),
  agent: nameIn(agent),
}

/** The query fields that every list of resources has. */
export const resourceQuery = {
  ...paging,
  search: text(255)
    .optional()
    .describe('Only records whose name or title contains this text')
    .register(translations, { ru: 'Только записи, в названии которых есть этот текст' }),
}

/** The query fields of lists of resources that belong to a service. */
export const serviceResourceQuery = {
  ...resourceQuery,
  service_id: Reference.optional()
    .describe('Only records of this service')
    .register(translations, { ru: 'Только записи этого сервиса' }),
}

type Filters = { status?: string | undefined; service_id?: number | undefined; search?: string | undefined }

/** Returns the conditions of these filters on the table aliased `record`; `label` is the column that is searched. */
export function resourceFilters(query: Filters, label: 'name' | 'title') {
  return all([
    query.status !== undefined && sql`record.status = ${param('status')}`,
    query.service_id !== undefined && sql`record.service_id = ${param('service_id')}`,
    query.search !== undefined && sql`${sql.ref(`record.${label}`)} ilike ${param('search')}`,
  ])
}

// Only the web interface sorts these lists.
type ResourceRequest = PageRequest & { search?: string | undefined; sort?: string | undefined }

/** Returns the reads of one kind of resource. `schema` describes its rows. */
export function resourceReads<Row, Query extends ResourceRequest>(
  name: string,
  example: Partial<Query>,
  schema: z.ZodObject,
  select: (query: Partial<Query>) => Select<Row>,
) {
  return recordReads(name, example, select, bySort<Row, Query>({ schema, expressions: referenceNames }))
}
