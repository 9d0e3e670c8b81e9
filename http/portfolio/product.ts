import { operations } from '../../src/portfolio/operations.ts'
import { listProducts, Product, ProductQuery } from '../../src/portfolio/product/read.ts'
import { ProductDetail, showProduct } from '../../src/portfolio/product/show.ts'
import { IdOrSlug, pathKey } from '../routes/path-key.ts'
import { recordRoutes } from '../routes/record-routes.ts'
import type { Server } from '../server/server.ts'
import { portfolioEnvelope } from './envelope.ts'

const label = { singular: 'product', plural: 'products' }

/** Registers the routes of products. */
export function productRoutes(app: Server): void {
  recordRoutes(app, {
    path: '/products',
    key: pathKey('product', IdOrSlug),
    label,
    envelope: portfolioEnvelope('product', label, {
      record: Product,
      detail: ProductDetail,
      embedsOthers: true,
      hasSimilar: true,
    }),
    list: { query: ProductQuery, run: listProducts },
    get: {
      summary: 'Get a product with its apps and its latest signals, insights and decisions',
      run: showProduct,
    },
    create: { ...operations.create_product, location: 'slug' },
    change: operations.change_product,
  })
}
