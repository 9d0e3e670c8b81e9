import { z } from 'zod'
import { db } from '../../database/tables.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { resourceFilters, resourceQuery, resourceReads } from '../resource-query.ts'
import { serviceStatuses } from '../vocabulary.ts'
import { Service } from './service.ts'

/** Query of the service list. */
export const ServiceQuery = z.object({ ...resourceQuery, status: enumOf(serviceStatuses).optional() })
export type ServiceQuery = z.output<typeof ServiceQuery>

const reads = resourceReads<Service, ServiceQuery>(
  'services',
  { status: 'active', search: '%api%' },
  Service,
  (query) =>
    db
      .selectFrom('services as record')
      .where(resourceFilters(query, 'name'))
      .select(qualifiedColumns('record', Service)),
)

/** Returns a page of services, newest first. */
export const listServices = reads.list

/** Returns one record by id; throws `not_found`. */
export const readService = reads.one
