import { z } from 'zod'
import { listProductSlugs } from '../../src/portfolio/place/slug-list.ts'
import { briefProduct } from '../../src/portfolio/product/brief.ts'
import { listProducts, ProductQuery } from '../../src/portfolio/product/read.ts'
import { commonAnswerFields } from '../answer-fields.ts'
import { directionSlugArgument, fullArgument, pagingArguments, queryArgument } from '../argument.ts'
import { escapeLine } from '../escape-invisible.ts'
import { listTool } from '../list-tool.ts'
import { ProductArgument, readProductByArgument } from '../product-argument.ts'
import {
  appView,
  decisionView,
  economicsView,
  insightView,
  productView,
  ruleView,
  signalView,
} from '../record-views.ts'
import { tool } from '../tool.ts'

const { portfolio_status, product_focus, is_favorite } = ProductQuery.shape

export const productsTool = listTool({
  name: 'list_products',
  title: 'List products',
  description:
    'Products, newest first. Take product slugs from here, never guess them. Call get_product for the details of one product.',
  key: 'products',
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
  list: (read, { query: q, ...rest }) => listProducts(read, { ...rest, q }),
})

const views = {
  apps: appView,
  signals: signalView,
  insights: insightView,
  economics: economicsView,
  decisions: decisionView,
  rules: ruleView,
}
const kinds = Object.keys(views) as (keyof typeof views)[]

// Rows have the fields of the list tools, which publish them.
const Row = z.object({})

export const productTool = tool({
  name: 'get_product',
  title: 'Get product',
  description:
    'One product with its apps, open signals, latest insights, economics and decisions with tasks, and the canon rules that apply. Without product: the slugs to choose from.',
  input: z.strictObject({ product: ProductArgument.optional().describe('Slug or id from list_products') }),
  output: z.strictObject({
    ...commonAnswerFields,
    product: productView.schema.optional(),
    ...Object.fromEntries(kinds.map((kind) => [kind, z.array(Row).optional()])),
    choose_from: z.array(z.strictObject({ slug: z.string(), name: z.string() })).optional(),
  }),
  async find({ reads }, { product: slugOrId }) {
    const { read } = await reads()
    if (!slugOrId) {
      const slugs = await listProductSlugs(read)
      const choose_from = slugs.map(({ slug, name }) => ({ slug: escapeLine(slug), name: escapeLine(name) }))
      return {
        stored: { choose_from },
        next: ({ choose_from: shownCount = 0 }) => chooseProduct(shownCount, choose_from.length),
      }
    }
    const { product, ...found } = await readProductByArgument(read, slugOrId, briefProduct)
    return {
      stored: {
        product: productView.render(product, { full: true }),
        ...Object.fromEntries(kinds.map((kind) => [kind, found[kind].map((row) => views[kind].render(row))])),
      },
      maxTextBytes: 1500,
      next: (rowCounts) => {
        const truncated = kinds.filter((kind) => (rowCounts[kind] ?? 0) < found[kind].length)
        if (truncated.length === 0) return undefined
        const calls = truncated.map((kind) => (kind === 'rules' ? 'list_canon_rules' : `list_${kind}`))
        return `Some rows were left out. Call ${calls.join(', ')} with product_slug=${escapeLine(product.slug)} for the rest.`
      },
    }
  },
})

function chooseProduct(shownCount: number, totalCount: number): string {
  const call = 'Call get_product again with product set to one of these slugs.'
  if (shownCount === totalCount) return call
  return `${call} These are ${shownCount} of ${totalCount}. Call list_products for all of them, with query to search or page by page from offset=0.`
}
