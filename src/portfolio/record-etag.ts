import { z } from 'zod'
import { etagOf } from '../record/etag.ts'
import { serializer } from '../record/serializer.ts'
import { AppDetail } from './app/show.ts'
import { ProductDetail } from './product/show.ts'

const appFound = z.object({ message: z.string(), app: AppDetail })
const productFound = z.object({ message: z.string(), product: ProductDetail })

/** Returns the ETag of GET /apps/{mobileApp}, which is computed from the whole response. */
export function appEtag(app: AppDetail): string {
  return etagOf(serializer(appFound)({ message: 'App found.', app }))
}

/** Returns the ETag of GET /products/{product}, which is computed from the whole response. */
export function productEtag(product: ProductDetail): string {
  return etagOf(serializer(productFound)({ message: 'Product found.', product }))
}
