import { z } from 'zod'
import type { Read } from '../../src/database/read.ts'
import { Change, readNewestChanges } from '../../src/journal/change-feed/feed.ts'
import { answerKeys, apiName, type RoutedKind, routedKinds, routePath } from '../../src/portfolio/kinds.ts'
import { recordName } from '../../src/portfolio/place/find.ts'
import { listAppSlugs, listProductSlugs, slugOfName } from '../../src/portfolio/place/slug-list.ts'
import { recordEtag, showRecord } from '../../src/portfolio/records.ts'
import { searchPortfolio } from '../../src/portfolio/search/search.ts'
import { Fault, invalid } from '../../src/record/fault.ts'
import { enumOf, ofNames } from '../../src/record/rules/enumeration.ts'
import { SlugOrId } from '../argument.ts'
import { embedWithinLimit } from '../embedded-records.ts'
import { escapeLine } from '../escape-invisible.ts'
import { chooseProposal, findProposal } from '../proposal-record.ts'
import { fullTextBytes } from '../size-limit.ts'
import { unknownSlugMessage } from '../suggestions.ts'
import { tool } from '../tool.ts'
import { view } from '../view.ts'

const maxChanges = 10
const maxChoices = 20
const kindByName = new Map(routedKinds.map((kind) => [apiName(kind), kind]))
const kindNames = [...kindByName.keys(), 'proposal']

const changeView = view(Change, 'seq', 'event', 'actor', 'changes', 'reason', 'at')

export const getRecordTool = tool({
  name: 'get_record',
  title: 'Get record',
  description:
    'One record with every field, its etag and its last ten changes. Read it before you change it, and send the etag as If-Match. Without id: records to choose from.',
  input: z.strictObject({
    kind: enumOf(ofNames(Object.fromEntries(kindNames.map((name) => [name, name])))).optional(),
    id: SlugOrId.optional().describe('Id or slug'),
  }),
  async find({ reads, publicUrl, timeZone }, { kind: name, id }) {
    const { read } = await reads()
    if (name === 'proposal') return getProposal(read, id, publicUrl())
    const kind = name === undefined ? undefined : kindByName.get(name)
    if (!kind) {
      if (id !== undefined)
        throw invalid({ kind: `The kind field is required beside id. Allowed: ${kindNames.join(', ')}.` })
      return {
        server: { kinds: kindNames },
        next: () => 'Call get_record again with kind set to one of these, and id.',
      }
    }
    if (id === undefined) return chooseRecord(read, kind)
    const slug = kind === 'product' || kind === 'app' ? await slugOfName(read, kind, id, 'id') : id
    const found = await showRecord(read, kind, recordName(slug), timeZone()).catch(async (error) => {
      if (!(error instanceof Fault) || error.code !== 'not_found') throw error
      throw invalid({ id: await unknownMessage(read, kind, id) })
    })
    const changes = await readChanges(read, kind, found.id)
    const { record, rules, leftOut } = embedWithinLimit(found)
    return {
      server: { etag: recordEtag(kind, found), ...leftOut },
      stored: {
        [answerKeys(kind).one]: record,
        rules,
        changes,
      },
      maxTextBytes: fullTextBytes,
      totals: { rules: rules?.length ?? 0, changes: changes.length },
      next: () =>
        Object.keys(leftOut).length > 0
          ? `Some rows were left out. GET /api/portfolio/${routePath(kind)}/${found.id} returns all of them, and so do tools such as list_signals, which page.`
          : undefined,
    }
  },
})

async function readChanges(read: Read, type: string, id: number) {
  const { changes } = await readNewestChanges(read, [type], {
    limit: maxChanges,
    record_types: [type],
    record_ids: [id],
  })
  return changes.map((change) => changeView.render(change))
}

async function getProposal(read: Read, id: string | undefined, publicUrl: string) {
  if (id === undefined)
    return chosen(await chooseProposal(read, maxChoices), 'call list_proposals for others')
  const { etag, record, leftOut } = await findProposal(read, recordName(id).id ?? 0, publicUrl).catch(
    (error) => {
      if (!(error instanceof Fault) || error.code !== 'not_found') throw error
      throw invalid({
        id: `There is no proposal ${escapeLine(id)}. Its id is a number. Call list_proposals.`,
      })
    },
  )
  const changes = await readChanges(read, 'proposal', record.id)
  return {
    server: { etag },
    stored: { proposal: record, changes },
    maxTextBytes: fullTextBytes,
    totals: { changes: changes.length },
    next: () =>
      leftOut.length > 0
        ? `Left out: ${leftOut.join(', ')}. GET /api/portfolio/proposals/${record.id} returns them.`
        : undefined,
  }
}

async function chooseRecord(read: Read, kind: RoutedKind) {
  const { rows } = await searchPortfolio(read, { kinds: apiName(kind), limit: maxChoices })
  return chosen(
    rows.map(({ id, slug, title, status }) => ({ id, slug, title, status })),
    'search for others',
  )
}

function chosen(choose_from: object[], others: string) {
  return {
    stored: { choose_from },
    next: () => `These are the newest. Call get_record again with id set to one of these, or ${others}.`,
  }
}

async function unknownMessage(read: Read, kind: RoutedKind, id: string): Promise<string> {
  if (kind === 'product') return unknownSlugMessage(kind, id, await listProductSlugs(read))
  if (kind === 'app') return unknownSlugMessage(kind, id, await listAppSlugs(read))
  return `There is no ${apiName(kind)} ${escapeLine(id)}. Its id is a number. Call get_record without id, or search, for existing ones.`
}
