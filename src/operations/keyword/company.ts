import type { EntityManager } from '@mikro-orm/postgresql'
import { invalid } from '../../record/fault.ts'
import { strategies } from '../strategy/strategy.ts'

/** Returns the company of a keyword: the strategy's company, or the one sent if it does not contradict that. */
export async function companyOf(
  em: EntityManager,
  strategy_id: number,
  sent: number | null | undefined,
): Promise<number | null> {
  const { company_id } = await em.findOneOrFail(strategies, { id: strategy_id })
  if (sent != null && company_id !== null && sent !== company_id)
    throw invalid({
      company_id: 'The selected company id is invalid. The strategy belongs to another company.',
    })
  return sent === undefined ? company_id : sent
}
