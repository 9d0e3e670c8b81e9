import { defineEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { z } from 'zod'
import { param } from '../../database/statement.ts'
import { baseFields } from '../../record/base-fields.ts'
import { columns, field, rules } from '../../record/field.ts'
import { enumOf, values } from '../../record/rules/enumeration.ts'
import { Id } from '../../record/rules/id.ts'
import { withoutCredentials } from '../../record/rules/prose.ts'
import { slugLike } from '../../record/rules/slug.ts'
import { text } from '../../record/rules/text.ts'
import { wordsColumn } from '../../record/text-search.ts'
import { kinds } from '../kinds.ts'
import { directionStatuses } from '../vocabulary.ts'

/** The slug of a direction, or an old one that it still has as an alias. */
export const DirectionSlug = slugLike('documents-qr')

const fields = {
  ...baseFields,
  slug: field(DirectionSlug, p.text().unique('directions_slug_taken')),
  name: field(withoutCredentials(text(255)), p.text()),
  description: field(withoutCredentials(text(5000)), p.text()),
  status: field(enumOf(directionStatuses), p.enum(values(directionStatuses)).default('active')),
}

/** The top layer of the portfolio: a line of business such as utilities or fitness. */
export const directions = defineEntity({
  name: 'direction',
  tableName: kinds.direction.table,
  properties: { ...columns(fields), ...wordsColumn('name', 'slug') },
})
export const Direction = z.object(rules(fields))
export type Direction = z.output<typeof Direction>

declare module '../../database/tables.ts' {
  interface Tables {
    directions: Direction
  }
}

/** The canonical slugs of directions, in their defined order. A deployment may store only some of them. */
export const canonicalDirections = [
  'utilities',
  'documents',
  'documents-qr',
  'parental-family-safety',
  'fitness',
  'fitness-cognitive',
  'wellness-habit-change',
  'wellness-mental',
  'lifestyle-content',
  'wellness-lifestyle',
  'security-privacy',
]

const aliasFields = {
  slug: field(DirectionSlug, p.text().primary()),
  direction_id: field(Id, p.manyToOne(directions).mapToPk().fieldName('direction_id').index()),
}

/** A legacy slug of a direction, still accepted wherever a direction is named. */
export const directionAliases = defineEntity({
  name: 'direction_alias',
  tableName: 'direction_aliases',
  properties: columns(aliasFields),
})

/** Returns the SQL expression for the id of the direction that the parameter `name` names by its slug or an alias. */
export function directionIdBySlug(name: string) {
  return sql<number | null>`coalesce(
    (select id from directions where slug = ${param(name)}),
    (select direction_id from direction_aliases where slug = ${param(name)}))`
}
