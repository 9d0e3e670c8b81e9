import { parse } from 'node:querystring'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import formBody from '@fastify/formbody'
import { Fault, notFound } from '../../src/record/fault.ts'
import { addPublicPath } from '../answers/public-path.ts'
import type { Server } from '../server/server.ts'
import { assetRoutes } from './assets.ts'
import { accountPages } from './pages/account.ts'
import { activityPage } from './pages/activity.ts'
import { boardPage } from './pages/board/index.ts'
import { calendarPages } from './pages/calendar.ts'
import { compareProductsPage } from './pages/compare-products.ts'
import { connectPage } from './pages/connect.ts'
import { connectionPages } from './pages/connections.ts'
import { demonstrationRoute } from './pages/dashboard/first-steps.ts'
import { dashboardPage } from './pages/dashboard/index.ts'
import { clickComparisonPage } from './pages/explore/clicks.ts'
import { keywordMovementPage } from './pages/explore/keyword-positions.ts'
import { guardPage } from './pages/guard.ts'
import { importPages } from './pages/import/index.ts'
import { invitationPage } from './pages/invitation.ts'
import { loginPages } from './pages/login.ts'
import { mapPage } from './pages/map/index.ts'
import { myDayPages } from './pages/my-day/index.ts'
import { notificationPages } from './pages/notifications/index.ts'
import { openIdPages } from './pages/openid.ts'
import { outcomesPage } from './pages/outcomes.ts'
import { proposalPages } from './pages/proposals/index.ts'
import { quickSearch } from './pages/quick-search.ts'
import { mountRecord } from './pages/record/mount.ts'
import { requestLogPage } from './pages/request-log/index.ts'
import { requestPages } from './pages/request-log/request.ts'
import { reviewPage } from './pages/review/index.ts'
import { savedFilterPages } from './pages/saved-filter.ts'
import { searchPage } from './pages/search.ts'
import { suggestionRoutes } from './pages/suggestions.ts'
import { revertPages } from './pages/undo/revert.ts'
import { undoWindowPages } from './pages/undo/window.ts'
import { weekPage } from './pages/week/index.ts'
import { favoriteRoute } from './parts/favorite.ts'
import { allRecords, navigation } from './records/index.ts'
import { errorPages } from './request/errors.ts'
import { guardPages } from './request/guard.ts'
import { storeFormsOnce } from './request/sent-form.ts'

const maxFormBytes = 256 * 1024
// The largest form has far fewer fields. The time to validate and show a form grows with their number.
const maxFormFields = 1000

/** Registers the web interface: pages rendered on the server, which work without JavaScript. */
export async function adminArea(app: Server): Promise<void> {
  app.removeAllContentTypeParsers()
  await app.register(formBody, { bodyLimit: maxFormBytes, parser: parseFields })
  errorPages(app)
  await guardPages(app)
  storeFormsOnce(app)
  addPublicPath(app, app.config)
  // The page of a product repeats its plot for three widths, which only Brotli finds: it is a quarter smaller then.
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
  const encodings: ['br', 'gzip'] = ['br', 'gzip']
  await app.register(compress, { encodings, brotliOptions, globalDecompression: false, threshold: 1024 })
  app.decorate('navigation', navigation)
  assetRoutes(app)
  loginPages(app)
  openIdPages(app)
  reviewPage(app)
  invitationPage(app)
  myDayPages(app)
  boardPage(app)
  dashboardPage(app)
  mapPage(app)
  weekPage(app)
  compareProductsPage(app)
  outcomesPage(app)
  demonstrationRoute(app)
  requestLogPage(app)
  requestPages(app)
  activityPage(app)
  revertPages(app)
  undoWindowPages(app)
  searchPage(app)
  quickSearch(app)
  accountPages(app)
  calendarPages(app)
  connectPage(app)
  connectionPages(app)
  clickComparisonPage(app)
  keywordMovementPage(app)
  favoriteRoute(app)
  savedFilterPages(app)
  suggestionRoutes(app)
  await importPages(app)
  app.register(guardPage)
  app.register(proposalPages)
  app.register(notificationPages)
  for (const pages of allRecords) mountRecord(app, pages)
  app.setNotFoundHandler(() => {
    throw notFound()
  })
}

function parseFields(body: string): Record<string, string | string[]> {
  if (body.split('&', maxFormFields + 1).length > maxFormFields) throw new Fault('payload_too_large')
  return parse(body) as Record<string, string | string[]>
}
