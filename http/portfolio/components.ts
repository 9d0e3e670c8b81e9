import { AppChange, NewApp } from '../../src/portfolio/app/app.ts'
import { App } from '../../src/portfolio/app/read.ts'
import { AppDetail } from '../../src/portfolio/app/show.ts'
import { CanonRule, CanonRuleChange, NewCanonRule } from '../../src/portfolio/canon-rule/canon-rule.ts'
import { PortfolioChange } from '../../src/portfolio/changes.ts'
import { DecisionChange } from '../../src/portfolio/decision/decision.ts'
import {
  Decision,
  DecisionDryRun,
  DecisionDryRunTask,
  NewDecision,
} from '../../src/portfolio/decision/decision-with-tasks.ts'
import { DirectionItem } from '../../src/portfolio/direction/read.ts'
import { Economics, NewEconomics } from '../../src/portfolio/economics/economics.ts'
import { Insight, NewInsight } from '../../src/portfolio/insight/insight.ts'
import { PlaceContext } from '../../src/portfolio/place-context.ts'
import { NewProduct, ProductChange } from '../../src/portfolio/product/product.ts'
import { Product } from '../../src/portfolio/product/read.ts'
import { ProductDetail } from '../../src/portfolio/product/show.ts'
import { ReferenceSets } from '../../src/portfolio/reference-sets.ts'
import { Retraction } from '../../src/portfolio/retraction/retraction.ts'
import { SearchResult } from '../../src/portfolio/search/query.ts'
import { NewSignal, Signal, SignalChange } from '../../src/portfolio/signal/signal.ts'
import { NewTask, Task, TaskChange } from '../../src/portfolio/task/task.ts'
import { ListMeta } from './response.ts'

/** The schemas of the portfolio API by component name. */
export const portfolioComponents = {
  Direction: DirectionItem,
  Product,
  ProductDetail,
  NewProduct,
  ProductChange,
  App,
  AppDetail,
  NewApp,
  AppChange,
  Signal,
  NewSignal,
  SignalChange,
  Insight,
  NewInsight,
  Economics,
  NewEconomics,
  Retraction,
  Decision,
  DecisionDryRun,
  DecisionDryRunTask,
  NewDecision,
  DecisionChange,
  Task,
  NewTask,
  TaskChange,
  CanonRule,
  NewCanonRule,
  CanonRuleChange,
  Change: PortfolioChange,
  PlaceContext,
  SearchResult,
  PortfolioListMeta: ListMeta,
  ReferenceSets,
}
