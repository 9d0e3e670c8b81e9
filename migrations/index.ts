import { TextSearch } from './0001-text-search.ts'
import { UsersAndTokens } from './0002-users-and-tokens.ts'
import { History } from './0003-history.ts'
import { RequestLog } from './0004-request-log.ts'
import { ProductsAndApps } from './0005-products-and-apps.ts'
import { SignalsInsightsEconomics } from './0006-signals-insights-economics.ts'
import { DecisionsTasksRules } from './0007-decisions-tasks-rules.ts'
import { Evidence } from './0008-evidence.ts'
import { Market } from './0009-market.ts'
import { Imports } from './0010-imports.ts'
import { Operations } from './0011-operations.ts'
import { Clicks } from './0012-clicks.ts'
import { Assistants } from './0013-assistants.ts'
import { Conversations } from './0014-conversations.ts'
import { Proposals } from './0015-proposals.ts'
import { Guards } from './0016-guards.ts'
import { Invitations } from './0017-invitations.ts'
import { Review } from './0018-review.ts'
import { ApplicationApps } from './0019-application-apps.ts'
import { OAuth } from './0020-oauth.ts'
import { Urgency } from './0021-urgency.ts'
import { OpenIdAccounts } from './0022-openid-accounts.ts'

/** Every migration, in order. A released migration never changes. */
export const migrations = [
  { name: '0001-text-search', class: TextSearch },
  { name: '0002-users-and-tokens', class: UsersAndTokens },
  { name: '0003-history', class: History },
  { name: '0004-request-log', class: RequestLog },
  { name: '0005-products-and-apps', class: ProductsAndApps },
  { name: '0006-signals-insights-economics', class: SignalsInsightsEconomics },
  { name: '0007-decisions-tasks-rules', class: DecisionsTasksRules },
  { name: '0008-evidence', class: Evidence },
  { name: '0009-market', class: Market },
  { name: '0010-imports', class: Imports },
  { name: '0011-operations', class: Operations },
  { name: '0012-clicks', class: Clicks },
  { name: '0013-assistants', class: Assistants },
  { name: '0014-conversations', class: Conversations },
  { name: '0015-proposals', class: Proposals },
  { name: '0016-guards', class: Guards },
  { name: '0017-invitations', class: Invitations },
  { name: '0018-review', class: Review },
  { name: '0019-application-apps', class: ApplicationApps },
  { name: '0020-oauth', class: OAuth },
  { name: '0021-urgency', class: Urgency },
  { name: '0022-openid-accounts', class: OpenIdAccounts },
]
