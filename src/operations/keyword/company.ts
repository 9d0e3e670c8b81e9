import type { EntityManager } from '@mikro-orm/postgresql'
import { invalid } from '../../record/fault.ts'
import { strategies } from '../strategy/strategy.ts'

/** The company of a keyword: its strategy's, unless none is wanted, or the strategy has none and one is named. */
export async function companyOf(
  em: EntityManager,
  strategy_id: number,
  named: number | null | undefined,
): Promise<number | null> {
  const { company_id } = await em.findOneOrFail(strategies, { id: strategy_id })
  if (named != null && company_id !== null && named !== company_id)
    throw invalid({ company_id: 'The selected company id is invalid. The strategy is of another company.' })
  return named === undefined ? company_id : named
}
