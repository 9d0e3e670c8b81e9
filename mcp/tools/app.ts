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
import { type View, view } from '../view.ts'
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
  'created_by',
)

const { platform, binding, package_id, bundle_id, store_url } = AppQuery.shape

export const listAppsTool = listTool({
  name: 'list_apps',
  title: 'List apps',
  description:
    'Apps, each a product on one platform. Call get_app for one app. The product of an app with binding product-candidate is disputed.',
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

// Marks the records that are about no single app.
function markedView(view: View): View {
  return {
    render(record, options) {
      const { app_id } = record as { app_id: number | null }
      return { ...view.render(record, options), ...(app_id === null && { of_whole_product: true }) }
    },
  }
}

export const getAppTool = recordTool({
  kind: 'app',
  description:
    'One app with store identities, unresolved signals and tasks of it and of its whole product, decisions about its product, and the canon rules that apply. Send its etag as If-Match to change it.',
  view: appView,
  lists: {
    signals: markedView(signalView),
    tasks: markedView(taskView),
    decisions: decisionView,
    rules: bindingRuleView,
  },
  brief: briefApp,
  listSlugs: listAppSlugs,
})
