import { actionsOf } from '../../../http/admin/pages/record/actions.ts'
import { allRecords } from '../../../http/admin/records/index.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import type { Sent } from '../admin.ts'
import { type AdminWorld, createRecord } from '../admin-world.ts'
import { sql } from '../makers.ts'
import { prepareDecision } from '../prepare-decision.ts'
import { recordForms } from '../record-forms.ts'
import { type FormCase, nextNumber } from './form-case.ts'

const bulkValues: Record<string, [field: string, value: string]> = {
  signals: ['severity', 'low'],
  tasks: ['priority', 'low'],
  decisions: ['owner', 'Boris'],
  keywords: ['status', 'active'],
  applications: ['status', 'active'],
  improvements: ['priority', 'low'],
  'service-tasks': ['priority', 'low'],
  bugs: ['severity', 'low'],
}

const ofActions: Record<string, Sent> = {
  'signals/resolve': { resolution: 'Fixed.' },
  'insights/retract': { reason: 'Mistaken.' },
  'economics/retract': { reason: 'Mistaken.' },
  'decisions/outcome': { outcome: 'met' },
}

// The values of a changed field that cannot be any text.
const changedValues: Record<string, string> = { 'api-agent-tokens': 'signal' }

/** Prepares a form of the pages of a record. Undefined if the route is not known. */
export async function recordForm(world: AdminWorld, path: string): Promise<FormCase | undefined> {
  const [, collection = '', rest = ''] = /^\/admin\/([\w-]+)\/(.+)$/.exec(path) ?? []
  const pages = allRecords.find((one) => one.collection === collection)
  if (!pages) return undefined
  const list = `/admin/${collection}`
  if (rest === 'new')
    return {
      page: pages.formOnList ? list : `${list}/new`,
      action: `${list}/new`,
      fields: uniqueFields(world, collection),
    }
  const id = await makeRecord(world, collection)
  const address = `${list}/${id}`
  const changed = changedField(collection)
  switch (rest) {
    case 'bulk': {
      const [field = '', value = ''] = bulkValues[collection] ?? []
      return {
        page: list,
        action: `${list}/bulk`,
        before: { ids: String(id), field, value },
        fields: { apply: '1' },
      }
    }
    case ':id/edit':
      return {
        page: `${address}/edit`,
        action: `${address}/edit`,
        fields: { [changed]: changedValues[collection] ?? `Changed ${nextNumber()}` },
      }
    case ':id/edit/:field': {
      const page = `${address}/edit/${changed}`
      const value = changedValues[collection] ?? `Changed ${nextNumber()}`
      return { page, action: page, fields: { [changed]: value } }
    }
    case ':id/notes':
      return { page: address, action: `${address}/notes`, fields: { body: 'A note.' } }
    case ':id/notes/:note/delete': {
      await world.admin.get(address)
      await world.admin.post(`${address}/notes`, { body: 'A note.' })
      const [note] = await sql(world, 'select max(id) as id from notes')
      const page = `${address}/notes/${note?.id}/delete`
      return { page, action: page }
    }
  }
  const [action = ''] = rest.split('/').slice(1)
  const known = actionsOf(pages).find((one) => one.path === action)
  if (!known) return undefined
  await prepareDecision(world, `${collection}/${action}`, id)
  const fields = ofActions[`${collection}/${action}`]
  return {
    page: known.confirm ? `${address}/${action}` : address,
    action: `${address}/${action}`,
    ...(fields && { fields }),
  }
}

/** Creates a record by its form, with values of its own. Returns its id. */
export async function makeRecord(world: AdminWorld, collection: string, fields: Sent = {}): Promise<number> {
  await world.admin.get('/admin/account')
  return createRecord(world.admin, collection, { ...uniqueFields(world, collection), ...fields } as never)
}

/** Returns the fields of a new record, with values that no other record has. */
function uniqueFields({ made }: AdminWorld, collection: string): Record<string, string> {
  const [, , fields = {}] = recordForms[collection]?.(made) ?? []
  const number = nextNumber()
  const unique: Record<string, string> = { ...fields }
  for (const name of ['name', 'title', 'keyword', 'token_name', 'agent'])
    if (name in fields) unique[name] = `${fields[name]} ${number}`
  if ('email' in fields) unique.email = `unique-${number}@people.test`
  if (collection === 'agents') unique.name = `gamma-${number}`
  if (collection === 'store-truth') unique.date = todayIn('UTC', -1000 - number)
  return unique
}

function changedField(collection: string): string {
  const named: Record<string, string> = {
    agents: 'title',
    'store-truth': 'title',
    'competitor-reviews': 'body',
    'keyword-positions': 'keyword',
    keywords: 'keyword',
    'api-agent-tokens': 'direct',
  }
  const known = ['name', 'title'].find((name) => name in (recordForms[collection]?.({})[2] ?? {}))
  return named[collection] ?? known ?? ''
}
