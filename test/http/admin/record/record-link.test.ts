import { beforeAll, describe, expect, it } from 'vitest'
import { referenceAddress } from '../../../../http/admin/record/address.ts'
import { recordCatalog } from '../../../../src/catalog/record-catalog.ts'
import { kinds } from '../../../../src/portfolio/kinds.ts'
import { type Browser, signIn } from '../../../support/admin.ts'
import { adminRoutes } from '../../../support/admin-routes.ts'
import { makeOfEveryType } from '../../../support/every-type.ts'
import { makeToken, root, sql } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const system = `'{"type": "system", "id": null, "name": "system"}'`
const hiddenTypes = ['user', 'token', 'webhook', 'channel']

let world: World
let admin: Browser
let manager: Browser
let ids: Record<string, number>
let entries: { id: number; record_type: string }[]
beforeAll(async () => {
  world = await makeWorld()
  const person = await makePerson(world, 'admin')
  admin = await signIn(world, person)
  manager = await signIn(world, await makePerson(world, 'manager'))
  ids = await makeOfEveryType(world, person, 'Linked')
  const token = await makeToken(world, ['read', 'propose'])
  const proposed = { product_id: ids.product, title: 'Linked', signal_type: 'risk' }
  ids.proposal = (await world.send('POST', `${root}/signals`, proposed, token.headers)).body.proposal.id
  ids.token = token.id
  // The form of a task names the agents that may take work, to managers too.
  await sql(world, `update tokens set abilities = '["read"]' where id = $1`, token.id)
  const insert = async (table: string, columns: string, values: string) => {
    const [row] = await sql(
      world,
      `insert into ${table} (created_by, updated_by, ${columns}) values (${system}, ${system}, ${values}) returning id`,
    )
    return Number(row?.id)
  }
  ids.webhook = await insert(
    'webhooks',
    'name, url, events, secret, cursor',
    `'x', 'https://x.test', '["*"]', '', ''`,
  )
  ids.channel = await insert('channels', 'name, kind, cursor', `'x', 'slack', ''`)
  for (const type of hiddenTypes)
    await sql(
      world,
      `update ${recordCatalog.get(type)?.table} set name = 'Hidden ${type}' where id = $1`,
      ids[type],
    )
  for (const [type, id] of Object.entries(ids))
    await sql(
      world,
      `insert into history (record_type, record_id, event, actor, changes, surface)
        select $1, $2, event, $3, $4, 'http' from unnest('{updated,note_added,deleted}'::text[]) as event`,
      type,
      id,
      JSON.stringify({ type: 'portfolio_token', id: String(token.id), name: 'Agent' }),
      JSON.stringify({ name: { from: null, to: hiddenTypes.includes(type) ? `Hidden ${type}` : 'Linked' } }),
    )
  entries = (await sql(world, 'select id::int, record_type from history')) as typeof entries
})

it('has a record of every kind, and a change of each', () => {
  expect(Object.keys(ids).toSorted()).toEqual([...recordCatalog.keys()].toSorted())
})

describe.each(['admin', 'manager'] as const)('for the person "%s"', (who) => {
  it('every link of the pages about several kinds of records leads to a page', async () => {
    const browser = who === 'admin' ? admin : manager
    const pages = [
      '/admin',
      '/admin/review',
      '/admin/my-day',
      '/admin/map',
      '/admin/search?q=Linked',
      '/admin/search/quick?q=Linked',
      '/admin/proposals',
      `/admin/proposals/${ids.proposal}`,
      ...Object.keys(ids).map((type) => `/admin/activity?entity=${type}`),
      ...Object.keys(kinds).map(
        (kind) => `${referenceAddress({ record_type: kind, record_id: ids[kind] as number })}`,
      ),
    ]
    const links = new Map<string, string>()
    for (const path of pages) {
      const { status, body } = await browser.get(path)
      expect(status, path).toBe(200)
      for (const [, link = ''] of body.matchAll(/<a\b[^>]* href="(\/admin[^"#]*)/g))
        links.set(link.replaceAll('&amp;', '&'), path)
    }
    const broken: string[] = []
    for (const [link, path] of links) {
      const { status } = await browser.get(link)
      if (status !== 200 && status !== 303) broken.push(`${path}: ${link} ${status}`)
    }
    expect(broken).toEqual([])
    expect(links.has(`/admin/notifications/webhooks/${ids.webhook}`)).toBe(who === 'admin')
    expect(links.has(`/admin/notifications/channels/${ids.channel}`)).toBe(who === 'admin')
  })
})

it('no page shows a manager something of a record that only admins may see, whatever ids are sent', async () => {
  const hidden = entries.filter(({ record_type }) => hiddenTypes.includes(record_type))
  const numbers = [
    ...new Set([...hidden.map(({ id }) => id), ...hiddenTypes.map((type) => ids[type] as number)]),
  ]
  const fields = {
    action: 'revert-confirmed',
    ids: hidden.map(({ id }) => String(id)),
    fields: 'name',
    decision: 'approve',
  }
  const query = new URLSearchParams(fields.ids.map((id) => ['ids', id]))
  const faults: string[] = []
  for (const { method, path } of adminRoutes(world)) {
    if (/static|log(in|out)|suggestions\/owners/.test(path)) continue
    const ofHistory = path.startsWith('/admin/activity/:id')
    const values = path.includes(':') ? (ofHistory ? numbers : [ids.user, hidden[0]?.id]) : [0]
    for (const value of values) {
      const address = path.replace(':collection', 'users').replaceAll(/:\w+/g, String(value))
      const { body } =
        method === 'GET'
          ? await manager.get(`${address}?${query}&from=${value}`)
          : await manager.post(address, fields)
      if (body.includes('Hidden '))
        faults.push(`${method} ${address}: ${/.{0,60}Hidden .{20}/.exec(body)?.[0]}`)
    }
  }
  expect(faults).toEqual([])
})
