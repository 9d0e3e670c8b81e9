import { z } from 'zod'
import { selected } from '../../record/field.ts'
import { term } from '../../record/term.ts'
import { serviceColumn } from '../named.ts'
import { aboutServiceQuery, resourceFilters, resourceReads } from '../resource-reads.ts'
import { assistantTables } from '../tables.ts'
import { bugStatuses } from '../vocabulary.ts'
import { type Bug, StoredBug } from './bug.ts'

/** What a list of bugs may be narrowed by. */
export const BugQuery = z.object({ ...aboutServiceQuery, status: term(bugStatuses).optional() })
export type BugQuery = z.output<typeof BugQuery>

const columns = selected('record', StoredBug.omit({ service_id: true }))

const reads = resourceReads<Bug, BugQuery>((query) =>
  assistantTables
    .selectFrom('bugs as record')
    .where(resourceFilters(query, 'title'))
    .select([...columns, serviceColumn]),
)

/** Bugs, newest first. */
export const listBugs = reads.list

/** One of them by its number; throws where there is none. */
export const readBug = reads.one
