import { z } from 'zod'
import {
  PortfolioChange,
  PortfolioChangeQuery,
  readNewestPortfolioChanges,
  readPortfolioChanges,
} from '../../src/portfolio/changes.ts'
import { directionSlugArgument, productSlugArgument } from '../argument.ts'
import { countFittingRows } from '../size-limit.ts'
import { rejectUnknownSlugs } from '../suggestions.ts'
import { type ToolDependencies, tool } from '../tool.ts'
import { view } from '../view.ts'

const { since, after, actor, entity, limit } = PortfolioChangeQuery.shape

const input = z.strictObject({
  since: since.describe(''),
  after: after.describe(''),
  actor: actor.describe('Such as portfolio_token:7'),
  entity: entity.describe('Such as canon_rule'),
  product_slug: productSlugArgument,
  direction_slug: directionSlugArgument,
  limit: limit.removeDefault().default(25).describe(''),
})
type Query = z.output<typeof input>

// The fields of an update are the keys of its changes.
const changeView = view(
  PortfolioChange,
  'seq',
  'entity',
  'id',
  'slug',
  'title',
  'product_slug',
  'event',
  'actor',
  'approved_by',
  'changes',
  'reason',
  'result',
  'note',
  'at',
)

export const listChangesTool = tool({
  name: 'list_changes',
  title: 'List changes',
  description:
    'Who changed which fields, from what to what. Without since and after: the newest, newest first; otherwise oldest first. Save next_cursor, and send it as since to get those that follow.',
  input,
  find: ({ reads }, query) =>
    query.since === undefined && query.after === undefined
      ? findNewest(reads, query)
      : findFollowing(reads, query),
})

async function findNewest(reads: ToolDependencies['reads'], query: Query) {
  const { read } = await reads()
  const { changes, next_cursor, warnings } = await readNewestPortfolioChanges(read, query)
  if (warnings.length > 0) await rejectUnknownSlugs(read, query)
  return {
    server: { next_cursor },
    stored: { changes: changes.map((change) => changeView.render(change)) },
    next: ({ changes: shown = 0 }: { changes?: number }) =>
      `These are the newest ${shown} changes. For those that follow, call list_changes with since=${next_cursor} and the same filters; for earlier ones, set after.`,
  }
}

async function findFollowing(reads: ToolDependencies['reads'], query: Query) {
  const { read } = await reads()
  const readPage = async (limit: number) => {
    const { changes, warnings, ...position } = await readPortfolioChanges(read, { ...query, limit })
    if (warnings.length > 0) await rejectUnknownSlugs(read, query)
    return { position, changes: changes.map((change) => changeView.render(change)) }
  }
  let page = await readPage(query.limit)
  // next_cursor points past the last change of a page: if not all changes fit, a shorter page is read.
  for (;;) {
    const { position, changes } = page
    const limit = countFittingRows({ server: position, stored: { changes } }, 'changes')
    if (limit === changes.length) break
    page = await readPage(limit)
  }
  const { position, changes } = page
  return {
    server: position,
    stored: { changes },
    next: () =>
      position.has_more
        ? `There are more changes. Call list_changes again with since=${position.next_cursor} and the same filters.`
        : undefined,
  }
}
