import { z } from 'zod'
import { AppQuery, listApps } from '../../src/portfolio/app/read.ts'
import { directionSlugArgument, full, pagingArguments, productSlugArgument, query } from '../argument.ts'
import { listTool } from '../list-tool.ts'
import { appView } from '../records.ts'

const { platform, binding, package_id, bundle_id, store_url } = AppQuery.shape

export const appTool = listTool({
  name: 'list_apps',
  title: 'List apps',
  description:
    'Apps: a product on one platform each. Find one by its store identity before you create it; binding=product-candidate lists the disputed ones.',
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
    query,
    ...pagingArguments,
    full,
  }),
  list: (read, { query: q, ...rest }) => listApps(read, { ...rest, q }),
})
