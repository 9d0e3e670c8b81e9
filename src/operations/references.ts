import { p } from '@mikro-orm/core'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { users } from '../access/user.ts'
import { field } from '../record/field.ts'
import { type Named, namedReference, nameIn } from '../record/named.ts'
import { translations } from '../record/rules/description.ts'
import { Id, Reference } from '../record/rules/id.ts'
import { nullable } from '../record/rules/rule.ts'

// The referenced records that answers of operations contain, for a SELECT on the alias `record`.

const company = namedReference('companies', 'company_id', { live: true })
const application = namedReference('applications', 'application_id', { live: true })
const strategy = namedReference('strategies', 'strategy_id', { live: true })
const owner = namedReference('users', 'owner_id')

export const companyColumn = company.as('company')
export const applicationColumn = application.as('application')
export const strategyColumn = strategy.as('strategy')
/** The strategy of a record that always has one. */
export const requiredStrategyColumn = strategy.$castTo<Named>().as('strategy')
export const ownerColumn = owner.as('owner')

/** The application and the company of a row of clicks, which may have been deleted since. */
export const clickApplication = namedReference<Named>('applications', 'app_id')
export const clickCompany = namedReference<Named>('companies', 'company_id')

/** The names of the referenced records as SQL, for the order of lists. */
export const referenceNames = {
  company: nameIn(company),
  application: nameIn(application),
  strategy: nameIn(strategy),
  owner: nameIn(owner),
}

/** The user who owns a record, or null. */
export const ownerReference = {
  owner_id: field(
    Id.nullable(),
    p.manyToOne(users).mapToPk().fieldName('owner_id').strictNullable().default(null),
  ),
}

/** The owner in a body that creates or changes a record. */
export const settableOwner = {
  owner_id: nullable(Reference)
    .describe('Only admins may set it')
    .register(translations, { ru: 'Задать может только администратор' }),
}

/** Returns the condition that a record with this owner has none, or one who is blocked. */
export function isWithoutOwner(owner: Expression<unknown>): RawBuilder<boolean> {
  return sql`(${owner} is null or ${owner} in (select id from users where status = 'blocked'))`
}
