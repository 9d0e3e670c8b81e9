import type { Read } from '../../src/database/read.ts'
import type { Name } from '../../src/portfolio/find.ts'
import { changeProduct } from '../../src/portfolio/product/change.ts'
import { createProduct } from '../../src/portfolio/product/create.ts'
import { listProducts, Product, ProductQuery } from '../../src/portfolio/product/read.ts'
import { ProductDetail, showProduct } from '../../src/portfolio/product/show.ts'
import { writes } from '../../src/portfolio/writes.ts'
import { ProductPath } from '../path.ts'
import type { App } from '../types.ts'
import { changed, created, WriteQuery } from '../write.ts'
import { made, many, NoQuery, one, said } from './answer.ts'

const tags = ['Products']

const answer = one('product', Product)
const detail = one('product', ProductDetail)
const shown = (name: Name) => ({
  schema: detail,
  body: async (read: Read) => ({ message: 'Product found.', product: await showProduct(read, name) }),
})

/** Products: what decisions are made about. */
export function productRoutes(app: App): void {
  app.get(
    '/products',
    {
      schema: {
        tags,
        summary: 'Search products',
        querystring: ProductQuery,
        response: { 200: many('products', Product) },
      },
    },
    async ({ query }) => ({ message: 'Products found.', ...(await listProducts(app.readReplica, query)) }),
  )

  app.get(
    '/products/:product',
    {
      schema: {
        tags,
        summary: 'Read a product with its apps and what was said of it last',
        params: ProductPath,
        querystring: NoQuery,
        response: { 200: detail },
      },
    },
    async ({ params }) => shown(params.product).body(app.read),
  )

  app.post(
    '/products',
    {
      schema: {
        tags,
        ...said(writes.create_product),
        querystring: WriteQuery,
        response: made(answer),
      },
    },
    (request, reply) =>
      created(request, reply, (em, actor) => createProduct(em, actor, request.body), {
        message: 'Product created.',
        path: ({ product }) => `/api/portfolio/products/${product.slug}`,
      }),
  )

  app.patch(
    '/products/:product',
    {
      schema: {
        tags,
        ...said(writes.change_product),
        params: ProductPath,
        querystring: WriteQuery,
        response: { 200: answer },
      },
    },
    (request, reply) =>
      changed(
        request,
        reply,
        (em, actor, precondition) =>
          changeProduct(em, actor, request.params.product, request.body, precondition),
        { message: 'Product updated.', shown: shown(request.params.product) },
      ),
  )
}
