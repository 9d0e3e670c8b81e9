import { z } from 'zod'
import { selected } from '../../record/field.ts'
import { term } from '../../record/term.ts'
import { resourceFilters, resourceQuery, resourceReads } from '../resource-reads.ts'
import { assistantTables } from '../tables.ts'
import { serviceStatuses } from '../vocabulary.ts'
import { Service } from './service.ts'

/** What a list of services may be narrowed by. */
export const ServiceQuery = z.object({ ...resourceQuery, status: term(serviceStatuses).optional() })
export type ServiceQuery = z.output<typeof ServiceQuery>

const reads = resourceReads<Service, ServiceQuery>((query) =>
  assistantTables
    .selectFrom('services as record')
    .where(resourceFilters(query, 'name'))
    .select(selected('record', Service)),
)

/** Services, newest first. */
export const listServices = reads.list

/** One of them by its number; throws where there is none. */
export const readService = reads.one
