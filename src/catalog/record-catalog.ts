import type { EntitySchema } from '@mikro-orm/core'
import { tokens } from '../access/token.ts'
import { users } from '../access/user.ts'
import { kinds as assistantKinds } from '../assistant/kinds.ts'
import { channels } from '../notifications/channel/channel.ts'
import { webhooks } from '../notifications/webhook/webhook.ts'
import { kinds as operationsKinds } from '../operations/kinds.ts'
import { competitors } from '../portfolio/competitor/competitor.ts'
import { competitorReviews } from '../portfolio/competitor-review/competitor-review.ts'
import { keywordPositions } from '../portfolio/keyword-position/keyword-position.ts'
import { kindNames, kinds as portfolioKinds } from '../portfolio/kinds.ts'
import { proposals } from '../portfolio/proposal/proposal.ts'
import { entityOf } from '../portfolio/records.ts'
import { storeTruth } from '../portfolio/store-truth/store-truth.ts'

type Kind = {
  // biome-ignore lint/suspicious/noExplicitAny: entities of every kind
  entity: EntitySchema<any>
  /** The column that names a record. */
  title: string
  /**
   * The columns that the search over all records looks into. It shows the first of them that is not null. Empty if it does
   * not return such records.
   */
  search: string[]
  /** The column with the day of a record, which distinguishes records with one title. */
  day?: string | null
  /** Only admins may see these records. */
  adminOnly?: boolean
}

/** A kind of record, with its table and whether the table has certain columns. */
export type CatalogEntry = Required<Kind> & {
  table: string
  /** Whether the records have a platform, which distinguishes records with one title. */
  hasPlatform: boolean
  /** Whether the records have a slug. */
  hasSlug: boolean
  /** Whether deleted records keep their row. */
  softDeleted: boolean
}

const kinds: Kind[] = [
  ...kindNames.map((kind) => {
    const { title, names } = portfolioKinds[kind]
    return { entity: entityOf(kind), title, search: names.length > 0 ? [...names] : [title] }
  }),
  {
    entity: competitors,
    title: 'name',
    search: ['name'],
  },
  {
    entity: competitorReviews,
    title: 'body',
    search: ['body', 'author'],
    day: 'reviewed_at',
  },
  {
    entity: keywordPositions,
    title: 'keyword',
    search: ['keyword'],
    day: 'date',
  },
  {
    entity: storeTruth,
    title: 'date',
    search: ['title', 'subtitle'],
    day: 'date',
  },
  ...Object.values({ ...operationsKinds, ...assistantKinds }),
  {
    entity: users,
    title: 'name',
    search: ['name', 'email'],
    adminOnly: true,
  },
  { entity: proposals, title: 'title', search: [] },
  { entity: tokens, title: 'name', search: ['name'], adminOnly: true },
  { entity: webhooks, title: 'name', search: [], adminOnly: true },
  { entity: channels, title: 'name', search: [], adminOnly: true },
]

/** Every kind of record that has history, by the record type that history stores. */
export const recordCatalog: ReadonlyMap<string, CatalogEntry> = new Map(
  kinds.map((kind) => {
    const { className, tableName, properties } = kind.entity.meta
    const derived = {
      table: tableName,
      hasPlatform: 'platform' in properties,
      hasSlug: 'slug' in properties,
      softDeleted: 'deleted_at' in properties,
    }
    const { entity, title, search, day = null, adminOnly = false } = kind
    return [className, { entity, title, search, day, adminOnly, ...derived }]
  }),
)

/** The types of the records that only admins may see. */
export const adminOnlyTypes: string[] = [...recordCatalog].flatMap(([type, { adminOnly }]) =>
  adminOnly ? [type] : [],
)
