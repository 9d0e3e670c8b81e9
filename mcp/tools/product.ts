import { z } from 'zod'
import { briefProduct } from '../../src/portfolio/detail/product.ts'
import { listProductSlugs } from '../../src/portfolio/place/slug-list.ts'
import { listProducts, Product, ProductQuery } from '../../src/portfolio/product/read.ts'
import { directionSlugArgument, fullArgument, pagingArguments, queryArgument } from '../argument.ts'
import { decisionView } from '../decision-view.ts'
import { listTool } from '../list-tool.ts'
import { recordTool } from '../record-tool.ts'
import { view } from '../view.ts'
import { appView } from './app.ts'
import { bindingRuleView } from './canon-rule.ts'
import { economicsView, insightView, signalView, taskView } from './lists.ts'

const productView = view(
  Product,
  'id',
  'slug',
  'name',
  'direction_slug',
  'portfolio_status',
  'product_focus',
  'health_state',
  'is_revenue_generating',
  'is_favorite',
  'apps_count',
  'open_signals_count',
  'next_step',
  'created_by',
)

const { portfolio_status, product_focus, is_favorite } = ProductQuery.shape

export const listProductsTool = listTool({
  name: 'list_products',
  title: 'List products',
  description:
    'Products, newest first. Take slugs from here, never guess them. Call get_product for one product.',
  kind: 'product',
  view: productView,
  input: z.strictObject({
    direction_slug: directionSlugArgument,
    portfolio_status,
    product_focus,
    is_favorite: is_favorite.describe(''),
    query: queryArgument,
    ...pagingArguments,
    full: fullArgument,
  }),
  list: listProducts,
})

export const getProductTool = recordTool({
  kind: 'product',
  description:
    'One product with apps, unresolved signals, latest insights, economics, decisions with tasks, other open tasks, and the canon rules that apply. Send its etag as If-Match to change it.',
  view: productView,
  lists: {
    apps: appView,
    signals: signalView,
    insights: insightView,
    economics: economicsView,
    decisions: decisionView,
    tasks: taskView,
    rules: bindingRuleView,
  },
  brief: briefProduct,
  listSlugs: listProductSlugs,
})
