import { PortfolioChange } from '../../src/portfolio/changes.ts'
import { DecisionDryRun, DecisionDryRunTask } from '../../src/portfolio/decision/decision-with-tasks.ts'
import { AppDetail } from '../../src/portfolio/detail/app.ts'
import { ProductDetail } from '../../src/portfolio/detail/product.ts'
import { DirectionItem } from '../../src/portfolio/direction/read.ts'
import { routedKinds } from '../../src/portfolio/kinds.ts'
import { operationsOn } from '../../src/portfolio/operations.ts'
import { PlaceContext } from '../../src/portfolio/place-context.ts'
import { records } from '../../src/portfolio/records.ts'
import { ReferenceSets } from '../../src/portfolio/reference-sets.ts'
import { Retraction } from '../../src/portfolio/retraction/retraction.ts'
import { SearchResult } from '../../src/portfolio/search/query.ts'
import { capitalize } from '../openapi/labels.ts'
import { ListMeta } from './response.ts'

// `CanonRule`, `NewCanonRule` and `CanonRuleChange`.
const ofKinds = Object.fromEntries(
  routedKinds.flatMap((kind) => {
    const name = kind.split('_').map(capitalize).join('')
    const { create, change } = operationsOn(kind)
    return [
      [name, records[kind].shown],
      [`New${name}`, create.body],
      ...(change ? [[`${name}Change`, change.body]] : []),
    ]
  }),
)

/** The schemas of the portfolio API by component name. */
export const portfolioComponents = {
  Direction: DirectionItem,
  ...ofKinds,
  ProductDetail,
  AppDetail,
  Retraction,
  DecisionDryRun,
  DecisionDryRunTask,
  Change: PortfolioChange,
  PlaceContext,
  SearchResult,
  PortfolioListMeta: ListMeta,
  ReferenceSets,
}
