import { z } from 'zod'
import { App, AppQuery, listApps } from '../../src/portfolio/app/read.ts'
import { briefApp } from '../../src/portfolio/detail/app.ts'
import { listAppSlugs } from '../../src/portfolio/place/slug-list.ts'
import {
  directionSlugArgument,
  fullArgument,
  pagingArguments,
  productSlugArgument,
  queryArgument,
} from '../argument.ts'
import { decisionView } from '../decision-view.ts'
import { listTool } from '../list-tool.ts'
import { recordTool } from '../record-tool.ts'
import { view } from '../view.ts'
import { bindingRuleView } from './canon-rule.ts'
import { signalView, taskView } from './lists.ts'

export const appView = view(
  App,
  'id',
  'slug',
  'name',
  'platform',
  'implementation_status',
  'product_binding_status',
  'product_slug',
  'product_candidate_name',
  'direction_slug',
  'package_id',
  'bundle_id',
  'store_url',
)

const { platform, binding, package_id, bundle_id, store_url } = AppQuery.shape

export const listAppsTool = listTool({
  name: 'list_apps',
  title: 'List apps',
  description:
    'Apps, each a product on one platform. Search by package_id, bundle_id or store_url before you create one. binding=product-candidate lists apps with a disputed product.',
  kind: 'app',
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
  list: listApps,
})

export const getAppTool = recordTool({
  kind: 'app',
  description:
    'One app with its store identities, unresolved signals and tasks, the decisions about its product, and the canon rules that apply. Send its etag as If-Match when you change it.',
  view: appView,
  lists: { signals: signalView, tasks: taskView, decisions: decisionView, rules: bindingRuleView },
  brief: briefApp,
  listSlugs: listAppSlugs,
})
