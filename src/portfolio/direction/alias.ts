import { defineEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { param } from '../../database/statement.ts'
import { columns, field } from '../../record/field.ts'
import { Id } from '../../record/rules/id.ts'
import { DirectionSlug, directions } from './direction.ts'

const fields = {
  slug: field(DirectionSlug, p.text().primary()),
  direction_id: field(Id, p.manyToOne(directions).mapToPk().fieldName('direction_id').index()),
}

/** A legacy slug of a direction, still accepted wherever a direction is named. */
export const directionAliases = defineEntity({
  name: 'direction_alias',
  tableName: 'direction_aliases',
  properties: columns(fields),
})

/** Returns the SQL expression for the id of the direction that the parameter `name` names by its slug or an alias. */
export function directionIdBySlug(name: string) {
  return sql<number | null>`coalesce(
    (select id from directions where slug = ${param(name)}),
    (select direction_id from direction_aliases where slug = ${param(name)}))`
}
