import { z } from 'zod'
import { AppQuery, listApps } from '../../src/portfolio/app/read.ts'
import {
  directionSlugArgument,
  fullArgument,
  pagingArguments,
  productSlugArgument,
  queryArgument,
} from '../argument.ts'
import { listTool } from '../list-tool.ts'
import { appView } from '../record-views.ts'

const { platform, binding, package_id, bundle_id, store_url } = AppQuery.shape

export const appTool = listTool({
  name: 'list_apps',
  title: 'List apps',
  description:
    'Apps, each a product on one platform. Search by package_id, bundle_id or store_url before you create one. binding=product-candidate lists apps with a disputed product.',
  key: 'apps',
  view: appView,
  input: z.strictObject({
    product_slug: productSlugArgument,
    direction_slug: directionSlugArgument,
    platform,
    binding,
    package_id: package_id.describe(''),
    bundle_id: bundle_id.describe(''),
    store_url: store_url.describe(''),
    query: queryArgument,
    ...pagingArguments,
    full: fullArgument,
  }),
  list: (read, { query: q, ...rest }) => listApps(read, { ...rest, q }),
})
