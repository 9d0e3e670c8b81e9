import { transact } from '../../src/database/transaction.ts'
import type { NotificationSettings } from '../../src/notifications/settings.ts'
import { createWebhook } from '../../src/notifications/webhook/writes.ts'
import { importKinds } from '../../src/portfolio/import/import-kinds.ts'
import { fieldsOf as fieldsOfKind } from '../../src/portfolio/import/mapping.ts'
import { type Browser, signIn } from './admin.ts'
import { adminRoutes, allRoutes } from './admin-routes.ts'
import type { AdminWorld } from './admin-world.ts'
import { sql } from './makers.ts'
import { operator, type TestUser } from './people.ts'
import { readPublished } from './published.ts'
import { recordForms } from './record-forms.ts'
import type { WriteRequest } from './stalled-requests.ts'

/** A world with a record of every kind. */
type Made = Pick<AdminWorld, 'app' | 'database' | 'url' | 'made' | 'send'>

// The collections of the web interface whose records the routes of an API write.
const collections: Record<string, string> = {
  resources: 'services',
  tasks: 'service-tasks',
  auth: 'api-token',
}

/**
 * Returns a valid request to each route of the APIs that writes and whose method and path match `routes`, with the example of its body in the
 * OpenAPI document, or an empty object if it takes none.
 */
export async function apiWrites(
  world: Made,
  routes: RegExp,
  credential: Record<string, string>,
): Promise<WriteRequest[]> {
  const { document } = await readPublished(world.app)
  const [product] = await sql(world, 'select slug from products order by id')
  const [decision] = await sql(world, 'select id from decisions order by id')
  const writes = allRoutes(world).filter(
    ({ method, path }) => method !== 'GET' && routes.test(`${method} ${path}`),
  )
  return writes.map(({ method, path }) => {
    const documented = path.replaceAll(/:(\w+)/g, '{$1}').replace(/\/$/, '')
    const schema =
      document.paths[documented]?.[method.toLowerCase()]?.requestBody?.content['application/json'].schema
    const named = schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema
    const body = JSON.stringify(named?.examples?.[0] ?? {})
      .replaceAll('PRODUCT-SLUG', String(product?.slug))
      .replaceAll('DIRECTION-SLUG', 'utilities')
      .replaceAll('"DECISION-ID"', String(decision?.id))
    const [, segment = ''] = /^\/api\/(?:v1\/|portfolio\/)?([\w-]+)/.exec(path) ?? []
    const [id] = world.made[collections[segment] ?? segment] ?? []
    const address = path.replaceAll(/:\w+/g, String(id ?? 1))
    return {
      method,
      path: address,
      headers: { host: 'ops.test', 'content-type': 'application/json', ...credential },
      body,
    }
  })
}

// A login and an invitation authenticate by what is sent, the connection of an agent is found by its address, and a
// logout only ends the session that it was sent with.
// The switch of the keys is a cookie.
const withoutCaller = /^\/admin\/(log(in|out)$|(invitation|connect|account\/keys)\/)/

/** Returns a browser of the user and a request to each route of the web interface that writes. */
export async function formWrites(
  world: Made,
  user: TestUser,
): Promise<{ browser: Browser; requests: WriteRequest[] }> {
  const browser = await signIn(world, user)
  const { body } = await browser.get('/admin/account')
  const csrf = /name="_csrf" value="([^"]+)"/.exec(body)?.[1] ?? ''
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { host: 'ops.test', origin: 'http://ops.test', cookie }
  const posts = adminRoutes(world).filter(
    ({ method, path }) => method === 'POST' && !withoutCaller.test(path),
  )
  const requests = await Promise.all(
    posts.map(async ({ path }) => {
      const { address, fields } = await formOf(world, user, path)
      const isUpload = /\/import$/.test(path)
      const body = isUpload ? upload(csrf) : String(new URLSearchParams({ _csrf: csrf, ...fields }))
      const type = isUpload
        ? `multipart/form-data; boundary=${boundary}`
        : 'application/x-www-form-urlencoded'
      return { method: 'POST', path: address, headers: { ...headers, 'content-type': type }, body }
    }),
  )
  return { browser, requests }
}

async function formOf(world: Made, user: TestUser, path: string) {
  const [, collection = '', action = ''] = /^\/admin\/([\w-]+)(?:\/(.*))?/.exec(path) ?? []
  const id = await idFor(world, user, collection, action)
  const queries: Record<string, string> = {
    'saved-filters/': '?collection=products&query=',
    'activity/undo': '?actor=system',
  }
  const query = queries[`${collection}/${action}`] ?? ''
  const address = path.replace(':field', 'name').replace(':note', '1').replaceAll(/:\w+/g, String(id)) + query
  const decided: Record<string, string> = action === 'decide' ? { decision: 'reject', ids: String(id) } : {}
  if (action === 'bulk')
    Object.assign(decided, { ids: String(id), field: 'status', value: bulkStatuses[collection] })
  return { address, fields: { ...fieldsOf(world, user, collection, action), ...decided } }
}

function fieldsOf(
  { made }: Made,
  { password }: TestUser,
  collection: string,
  action: string,
): Record<string, string> {
  const form = recordForms[collection]?.(made).at(-1) ?? {}
  if (action === 'new') return form.name === undefined ? form : { ...form, name: `${form.name} again` }
  if (action === 'language') return { language: 'ru' }
  if (action.endsWith('/notes')) return { body: 'A note' }
  if (action.endsWith('/mapping'))
    return Object.fromEntries(importColumns.map((name, index) => [name, String(index + 1)]))
  if (action.endsWith('/retract')) return { reason: 'Mistaken.' }
  if (action.endsWith('/favorite')) return { is_favorite: '1' }
  if (action === 'board/:id') return { status: 'in-progress' }
  if (action.endsWith('/postpone')) return { due_at: '2099-01-01' }
  if (collection === 'review') return { action: 'accept', ids: '1' }
  if (collection === 'saved-filters') return { name: 'Mine' }
  if (action === 'channels') return { kind: 'telegram', bot_token: '1:a', chat_id: '2' }
  if (action === 'channels/:id/edit') return { email: 'b@people.test', hour: '9' }
  if (/^webhooks(\/:id\/edit)?$/.test(action)) return { url: 'https://hooks.example.com', events: '*' }
  if (collection === 'proposals') return action.endsWith('/edit') ? proposed : { note: 'More' }
  return collection === 'account' ? { current_password: password, password: 'a new password' } : {}
}

const bulkStatuses: Record<string, string> = {
  signals: 'acknowledged',
  tasks: 'in-progress',
  decisions: 'reviewed',
  keywords: 'paused',
  applications: 'paused',
  improvements: 'planned',
  'service-tasks': 'in-progress',
  bugs: 'confirmed',
}

// A file with a column for each field. Every import reads it, whatever its kind.
const importColumns = fieldsOfKind(importKinds['store-truth'])

const archive = `update applications set status = 'archived', status_before = 'active', archived_at = now()
  where id = (select max(id) from applications) returning id`

const retracted = (table: string) => `update ${table} set retracted_at = now(), retraction = 'Mistaken.'
  where id = (select max(id) from ${table}) returning id`

const proposed = { direction_slug: 'utilities', title: 'Proposed', signal_type: 'risk' }

const proposal = `insert into proposals (credential, title, operation, method, path, kind, action, body, digest,
    targets, preview, expires_at, created_by, updated_by)
  select 'token:1', 'Proposed', 'record_signal', 'POST', '/api/portfolio/signals', 'signal', 'create',
    '${JSON.stringify(proposed)}', gen_random_uuid()::text,
    '[{"kind":"signal","id":null,"title":"Proposed","changes":{}}]', '{}', now() + interval '1 day', by, by
  from (select '{"type":"portfolio_token","id":1,"name":"agent"}'::jsonb as by) as token returning id`

// Its secret is encrypted with the key of the server.
function newWebhook({ app, database }: Made) {
  const settings = app.notifications as NotificationSettings
  const input = { url: 'https://hooks.example.com', events: ['*'] }
  return transact(database.orm, (em) => createWebhook(em, operator, input, settings))
}

// A record that exists, and in whose state the action is possible.
async function idFor(world: Made, user: TestUser, collection: string, action: string): Promise<unknown> {
  const by = JSON.stringify({ type: 'user', id: user.id, name: user.name })
  const insert: Record<string, string> = {
    'saved-filters/:id/delete': `insert into saved_filters (user_id, collection, name, query)
      values (${user.id}, 'products', 'Old', '') returning id`,
    'account/sessions/:id/end': `select id from sessions where user_id = ${user.id}`,
    'activity/:id/revert': 'select max(id) as id from history',
    'api-token/:id/revoke': `select id from tokens where user_id <> ${user.id} and prefix = 'ops' and revoked_at is null`,
    'my-day/decisions/:id/done': `update decisions set outcome = 'partly', judged_at = now(), judged_by = '${by}'
      where id = (select max(id) from decisions) returning id`,
    'notifications/channels/:id/edit': `insert into channels (name, kind, email, cursor, created_by, updated_by)
      values ('Mail', 'email', 'a@people.test', '0', '${by}', '${by}') returning id`,
    'applications/:id/restore': archive,
    'agents/:id/switch-on':
      'update agents set is_active = false where id = (select max(id) from agents) returning id',
    'insights/:id/restore': retracted('insights'),
    'economics/:id/restore': retracted('economics'),
    'canon-rules/:id/withdraw-approval': `update canon_rules set approved_by = '${by}'
      where id = (select max(id) from canon_rules) returning id`,
    'canon-rules/:id/approve':
      'update canon_rules set approved_by = null where id = (select max(id) from canon_rules) returning id',
  }
  const text = /import\/:id/.test(action)
    ? `insert into staged_imports (kind, file_name, size, columns, created_by)
       values ('store-truth', 'file.csv', 1, '${JSON.stringify({ names: importColumns, orders: {} })}', '${by}')
       returning id`
    : collection === 'proposals'
      ? proposal
      : insert[`${collection}/${action}`]
  const [row] =
    collection === 'notifications' && action === 'webhooks/:id/edit'
      ? [await newWebhook(world)]
      : text
        ? await sql(world, text)
        : []
  return row?.id ?? world.made[collection]?.[0] ?? 1
}

const boundary = 'boundary'

function upload(csrf: string): string {
  const part = (disposition: string, content: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
  return `${part('name="_csrf"', csrf)}${part('name="file"; filename="file.csv"', 'date\n')}--${boundary}--\r\n`
}
