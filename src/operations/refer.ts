import type { EntityManager } from '@mikro-orm/postgresql'
import { users } from '../access/user.ts'
import { invalid } from '../record/fault.ts'
import { attribute } from '../record/violation.ts'
import { applications } from './application/application.ts'
import { companies } from './company/company.ts'
import { findLive } from './removable.ts'
import { strategies } from './strategy/strategy.ts'

/** What a record may point to, by number. */
type References = Partial<
  Record<'company_id' | 'application_id' | 'strategy_id' | 'owner_id', number | null | undefined>
>

/** Throws where a number names no record. What is there is kept from being deleted until the work is done. */
export async function refer(em: EntityManager, input: References): Promise<void> {
  const errors: Record<string, string> = {}
  for (const [name, find] of Object.entries(finders)) {
    const id = input[name as keyof References]
    if (id != null && !(await find(em, id))) errors[name] = `The selected ${attribute(name)} is invalid.`
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

const finders: Record<keyof References, (em: EntityManager, id: number) => Promise<object | null>> = {
  company_id: (em, id) => findLive(em, companies, id),
  application_id: (em, id) => findLive(em, applications, id),
  strategy_id: (em, id) => findLive(em, strategies, id),
  owner_id: (em, id) => em.findOne(users, { id }),
}
