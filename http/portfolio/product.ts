import { listProducts, Product, ProductQuery } from '../../src/portfolio/product/read.ts'
import { ProductDetail, showProduct } from '../../src/portfolio/product/show.ts'
import { writes } from '../../src/portfolio/write-api/writes.ts'
import type { Server } from '../server/server.ts'
import { IdOrSlug, pathKey } from './path-key.ts'
import { recordRoutes } from './record-routes.ts'
import { createdResponsesWithSimilar, listResponse, recordResponse } from './response.ts'

const response = recordResponse('product', Product)

/** Registers the routes of products. */
export function productRoutes(app: Server): void {
  recordRoutes(app, {
    path: '/products',
    key: pathKey('product', IdOrSlug),
    name: 'product',
    label: { singular: 'product', plural: 'products' },
    list: {
      summary: 'List products',
      query: ProductQuery,
      response: listResponse('products', Product),
      run: listProducts,
    },
    get: {
      summary: 'Get a product with its apps and its latest signals, insights and decisions',
      response: recordResponse('product', ProductDetail),
      embedsOthers: true,
      run: async (read, key) => ({ product: await showProduct(read, key) }),
    },
    create: {
      write: writes.create_product,
      responses: createdResponsesWithSimilar('product', Product),
      keyOf: ({ product }) => product.slug,
    },
    change: { write: writes.change_product, response },
  })
}
