import { oauthRecords } from '../access/oauth/record.ts'
import { sessions } from '../access/session.ts'
import { tokens } from '../access/token.ts'
import { users } from '../access/user.ts'
import { conversations } from '../assistant/conversation/conversation.ts'
import { turns } from '../assistant/conversation/turn.ts'
import { kinds as assistantKinds } from '../assistant/kinds.ts'
import { dailyReplies } from '../assistant/reply/store-reply.ts'
import { changeSets } from '../journal/change-set.ts'
import { history } from '../journal/history.ts'
import { idempotencyKeys } from '../journal/idempotency.ts'
import { mentions } from '../journal/note/mention.ts'
import { notes } from '../journal/note/note.ts'
import { channels } from '../notifications/channel/channel.ts'
import { deliveries } from '../notifications/delivery/delivery.ts'
import { webhooks } from '../notifications/webhook/webhook.ts'
import { clicks } from '../operations/click/click.ts'
import { kinds as operationsKinds } from '../operations/kinds.ts'
import { invitations } from '../people/invitation.ts'
import { openIdAccounts } from '../people/openid.ts'
import { savedFilters } from '../people/saved-filter.ts'
import { competitors } from '../portfolio/competitor/competitor.ts'
import { competitorReviews } from '../portfolio/competitor-review/competitor-review.ts'
import { dueVerdicts } from '../portfolio/decision/due-verdict.ts'
import { directionAliases } from '../portfolio/direction/direction.ts'
import { evidenceLinks } from '../portfolio/evidence-link/evidence-link.ts'
import { useGuards } from '../portfolio/gate/gate.ts'
import { checkGuards } from '../portfolio/guard/check.ts'
import { rememberedMappings } from '../portfolio/import/remembered-mapping.ts'
import { stagedImports, stagedLines } from '../portfolio/import/staged-import.ts'
import { keywordPositions } from '../portfolio/keyword-position/keyword-position.ts'
import { kindNames } from '../portfolio/kinds.ts'
import { proposals } from '../portfolio/proposal/proposal.ts'
import { entityOf } from '../portfolio/records.ts'
import { storeTruth } from '../portfolio/store-truth/store-truth.ts'
import { taskClaims } from '../portfolio/task/task-claim.ts'
import { reviewedChanges } from './review.ts'

// Guards are in force wherever there is an ORM, since it is configured with this list.
useGuards(checkGuards)

/** All database entities. The ORM is configured with this list. */
export const entities = [
  users,
  tokens,
  sessions,
  oauthRecords,
  invitations,
  openIdAccounts,
  history,
  changeSets,
  reviewedChanges,
  idempotencyKeys,
  ...kindNames.map(entityOf),
  directionAliases,
  evidenceLinks,
  taskClaims,
  dueVerdicts,
  competitors,
  competitorReviews,
  keywordPositions,
  storeTruth,
  proposals,
  stagedImports,
  stagedLines,
  rememberedMappings,
  notes,
  mentions,
  ...Object.values({ ...operationsKinds, ...assistantKinds }).map(({ entity }) => entity),
  clicks,
  conversations,
  turns,
  dailyReplies,
  savedFilters,
  webhooks,
  channels,
  deliveries,
]
