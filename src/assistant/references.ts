import { p } from '@mikro-orm/core'
import { field } from '../record/field.ts'
import { Reference } from '../record/rules/id.ts'
import { nullable } from '../record/rules/rule.ts'
import { services } from './service/service.ts'

/** The service of a record. A referenced service cannot be deleted. */
export const serviceReference = {
  service_id: field(
    nullable(Reference),
    p
      .manyToOne(services)
      .mapToPk()
      .fieldName('service_id')
      .deleteRule('no action')
      .strictNullable()
      .default(null),
  ),
}
