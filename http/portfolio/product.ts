import { changeProduct } from '../../src/portfolio/product/change.ts'
import { createProduct } from '../../src/portfolio/product/create.ts'
import { listProducts, Product, ProductQuery } from '../../src/portfolio/product/read.ts'
import { ProductDetail, showProduct } from '../../src/portfolio/product/show.ts'
import { writes } from '../../src/portfolio/write-api/writes.ts'
import type { Server } from '../server.ts'
import { many, one } from './answer.ts'
import { PathName, pathKey } from './path-key.ts'
import { recordRoutes } from './record-routes.ts'

const record = one('product', Product)

/** Products: what decisions are made about. */
export function productRoutes(app: Server): void {
  recordRoutes(app, {
    path: '/products',
    key: pathKey('product', PathName),
    called: { one: 'Product', many: 'Products' },
    record,
    list: {
      summary: 'Search products',
      query: ProductQuery,
      answer: many('products', Product),
      run: listProducts,
    },
    show: {
      summary: 'Read a product with its apps and what was said of it last',
      answer: one('product', ProductDetail),
      run: async (read, name) => ({ product: await showProduct(read, name) }),
    },
    create: { write: writes.create_product, run: createProduct, address: ({ product }) => product.slug },
    change: { write: writes.change_product, run: changeProduct },
  })
}
