import { z } from 'zod'
import { listProductSlugs } from '../../src/portfolio/place/slug-list.ts'
import { briefProduct } from '../../src/portfolio/product/brief.ts'
import { listProducts, ProductQuery } from '../../src/portfolio/product/read.ts'
import { commonAnswer, directionSlugArgument, full, pagingArguments, query } from '../argument.ts'
import { listTool } from '../list-tool.ts'
import { ProductName, productOf } from '../product-name.ts'
import {
  appView,
  decisionView,
  economicsView,
  insightView,
  productView,
  ruleView,
  signalView,
} from '../records.ts'
import { tool } from '../tool.ts'

const { portfolio_status, product_focus, is_favorite } = ProductQuery.shape

export const productsTool = listTool({
  name: 'list_products',
  title: 'List products',
  description:
    'Products, newest first: what signals, decisions and tasks are about. Take slugs from here, never guess one; get_product tells more of one.',
  key: 'products',
  view: productView,
  input: z.strictObject({
    direction_slug: directionSlugArgument,
    portfolio_status,
    product_focus,
    is_favorite: is_favorite.describe(''),
    query,
    ...pagingArguments,
    full,
  }),
  list: (read, { query: q, ...rest }) => listProducts(read, { ...rest, q }),
})

const lists = {
  apps: appView,
  signals: signalView,
  insights: insightView,
  economics: economicsView,
  decisions: decisionView,
  rules: ruleView,
}
const kinds = Object.keys(lists) as (keyof typeof lists)[]

// The fields are those of the list tools.
const Row = z.object({})

export const productTool = tool({
  name: 'get_product',
  title: 'Read a product',
  description:
    'One product whole, with its apps, open signals, latest insights, economics and decisions with tasks, and the canon rules that bind it. Without product: the slugs to choose from.',
  input: z.strictObject({ product: ProductName.optional().describe('Slug or id, from list_products') }),
  output: z.strictObject({
    ...commonAnswer,
    product: productView.schema.optional(),
    ...Object.fromEntries(kinds.map((kind) => [kind, z.array(Row).optional()])),
    choose_from: z.array(z.strictObject({ slug: z.string(), name: z.string() })).optional(),
  }),
  async find({ reads }, { product: named }) {
    const { read } = await reads()
    if (!named) {
      const choose_from = await listProductSlugs(read)
      return {
        content: { choose_from },
        next: ({ choose_from: told = 0 }) => choice(told, choose_from.length),
      }
    }
    const { product, ...found } = await productOf(read, named, briefProduct)
    return {
      content: {
        product: productView.tell(product, { full: true }),
        ...Object.fromEntries(kinds.map((kind) => [kind, found[kind].map((row) => lists[kind].tell(row))])),
      },
      most: 1500,
      next: (shown) => {
        const cut = kinds.filter((kind) => (shown[kind] ?? 0) < found[kind].length)
        if (cut.length === 0) return undefined
        const calls = cut.map((kind) => (kind === 'rules' ? 'list_canon_rules' : `list_${kind}`))
        return `Not all of it had room: ${calls.join(', ')} with product_slug=${product.slug} have the rest.`
      },
    }
  },
})

function choice(told: number, there: number): string {
  const call = 'Call get_product again with product set to one of these slugs.'
  if (told === there) return call
  return `${call} These are ${told} of ${there}: list_products tells all, by query or page by page with offset=0 and on.`
}
