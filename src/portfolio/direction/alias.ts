import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { columns, field, rules } from '../../record/field.ts'
import { Id } from '../../record/id.ts'
import { Slug } from '../../record/slug.ts'
import { directions } from './direction.ts'

const fields = {
  slug: field(Slug, p.text().primary()),
  direction_id: field(Id, p.manyToOne(directions).mapToPk().fieldName('direction_id').index()),
}

/** A legacy slug of a direction, still accepted wherever a direction is named. */
export const directionAliases = defineEntity({
  name: 'direction_alias',
  tableName: 'direction_aliases',
  properties: columns(fields),
})
export const DirectionAlias = z.object(rules(fields))
export type DirectionAlias = z.output<typeof DirectionAlias>
