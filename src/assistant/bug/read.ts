import { z } from 'zod'
import { db } from '../../database/tables.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { resourceFilters, resourceReads, serviceColumn, serviceResourceQuery } from '../resource-query.ts'
import { bugStatuses } from '../vocabulary.ts'
import { Bug, StoredBug } from './bug.ts'

/** Query of the bug list. */
export const BugQuery = z.object({ ...serviceResourceQuery, status: enumOf(bugStatuses).optional() })
export type BugQuery = z.output<typeof BugQuery>

const columns = qualifiedColumns('record', StoredBug.omit({ service_id: true }))

const reads = resourceReads<Bug, BugQuery>('bugs', { service_id: 1, status: 'new' }, Bug, (query) =>
  db
    .selectFrom('bugs as record')
    .where(resourceFilters(query, 'title'))
    .select([...columns, serviceColumn]),
)

/** Returns a page of bugs, newest first. */
export const listBugs = reads.list

/** Returns one record by id; throws `not_found`. */
export const readBug = reads.one
