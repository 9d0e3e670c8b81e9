import { beforeAll, describe, expect, it } from 'vitest'
import { actionsOf } from '../../../../http/admin/pages/record/actions.ts'
import { allRecords } from '../../../../http/admin/records/index.ts'
import type { Actor } from '../../../../src/access/actor.ts'
import { recordCatalog } from '../../../../src/catalog/record-catalog.ts'
import { findAnyRecord } from '../../../../src/catalog/shown-version.ts'
import { type EntityManager, transact } from '../../../../src/database/transaction.ts'
import type { RecordRef } from '../../../../src/journal/history.ts'
import { change } from '../../../../src/journal/save.ts'
import { type AdminPage, formFields, formVersions } from '../../../support/admin.ts'
import { adminRoutes, decidesOnNothing } from '../../../support/admin-routes.ts'
import { type AdminWorld, makeAdminWorld } from '../../../support/admin-world.ts'
import { makeRule, sql } from '../../../support/makers.ts'
import { prepareDecision } from '../../../support/prepare-decision.ts'

let world: AdminWorld
beforeAll(async () => {
  world = await makeAdminWorld()
})

const boris: Actor = {
  by: { type: 'user', id: 900, name: 'Boris' },
  credential: 'user:900',
  person: { id: 900, name: 'Boris', role: 'admin', status: 'active' },
  surface: 'http',
  request_id: null,
}

/** Changes the title of a record as another person. */
async function changeTitle(em: EntityManager, ref: RecordRef, title: string): Promise<void> {
  const record = await findAnyRecord(em, ref)
  const column = recordCatalog.get(ref.record_type)?.search[0] ?? ''
  change(em, boris, record as never, { [column]: title } as never)
  await em.flush()
}

const countHistory = async ({ record_type, record_id }: RecordRef) =>
  Number(
    (
      await sql(
        world,
        'select count(*) from history where record_type = $1 and record_id = $2',
        record_type,
        record_id,
      )
    )[0]?.count,
  )

/** A decision: the address of its form, the page that contains it, and what another person changes in between. */
type Decision = {
  post: string
  page: string
  fields?: Record<string, string>
  meanwhile: (label: string) => Promise<unknown>
  /** Returns a value that differs once the decision was carried out. */
  state: () => Promise<unknown>
  /** What the page of the rejection shows as the value now. */
  difference: (label: string) => string
}

const isRecordAction = /^\/admin\/([\w-]+)\/:id\/([\w-]+)$/

/** Returns the decision that a route carries out. Throws an Error for a route that the test does not know. */
async function decisionOf(path: string): Promise<Decision> {
  if (path === '/admin/canon-rules/:id/guard')
    return recordDecision('canon-rules', 'guard', { guard_when: 'false', guard_effect: 'warn' })
  if (path.startsWith('/admin/account/calendar')) return calendarDecision(path)
  if (path === '/admin/activity/:id/revert') return revertDecision()
  if (path === '/admin/users/:id/edit') return recordDecision('users', 'edit', { role: 'manager' })
  if (path === '/admin/users/:id/edit/:field')
    return recordDecision('users', 'edit/status', { status: 'inactive' })
  const [, collection = '', action = ''] = isRecordAction.exec(path) ?? []
  const pages = allRecords.find((one) => one.collection === collection)
  const known = pages && actionsOf(pages).find((one) => one.path === action)
  if (!known) throw new Error(`Does POST ${path} decide on what a page shows? Add it to this test.`)
  return recordDecision(collection, action, fields[`${collection}/${action}`])
}

const fields: Record<string, Record<string, string>> = {
  'signals/resolve': { resolution: 'Fixed.' },
  'insights/retract': { reason: 'Mistaken.' },
  'economics/retract': { reason: 'Mistaken.' },
  'decisions/outcome': { outcome: 'met' },
}

async function recordDecision(collection: string, action: string, fields = {}): Promise<Decision> {
  const pages = allRecords.find((one) => one.collection === collection)
  // No other record refers to the last one.
  const id = Number(world.made[collection]?.[action === 'delete' ? 2 : 1])
  const address = `/admin/${collection}/${id}`
  await prepareDecision(world, `${collection}/${action}`, id)
  const asks = !pages?.actions?.some(({ path, confirm }) => path === action && !confirm)
  const ref = { record_type: pages?.historyType ?? '', record_id: id }
  return {
    post: `${address}/${action}`,
    page: asks ? `${address}/${action}` : address,
    fields,
    meanwhile: (label) => transact(world.app.orm, (em) => changeTitle(em, ref, label)),
    state: () => countHistory(ref),
    difference: (label) => label,
  }
}

async function revertDecision(): Promise<Decision> {
  const { id } = await makeRule(world, { title: 'First' })
  const ref = { record_type: 'canon_rule', record_id: id }
  await transact(world.app.orm, (em) => changeTitle(em, ref, 'Second'))
  const [entry] = await sql(world, `select max(id) as id from history where record_type = 'canon_rule'`)
  const post = `/admin/activity/${entry?.id}/revert`
  return {
    post,
    page: post,
    fields: { fields: 'title' },
    meanwhile: (label) => transact(world.app.orm, (em) => changeTitle(em, ref, label)),
    state: () => countHistory(ref),
    difference: (label) => label,
  }
}

// The other person is the owner of the account at another computer.
async function calendarDecision(path: string): Promise<Decision> {
  const tokens = async () =>
    sql(world, `select id, display from tokens where prefix = 'cal' and revoked_at is null order by id`)
  const isCreation = path === '/admin/account/calendar'
  const replace = async () => {
    const has = (await tokens()).length > 0
    const { status } = has
      ? await world.manager.confirm('/admin/account/calendar/replace')
      : await world.manager.post('/admin/account/calendar', { _version: '0' })
    expect(status).toBe(201)
  }
  if (isCreation) await world.manager.confirm('/admin/account/calendar/revoke')
  else await replace()
  return {
    post: path,
    page: isCreation ? '/admin/account' : path,
    meanwhile: replace,
    state: tokens,
    difference: () => 'cal_',
  }
}

/** The parts of a page that confirm a decision: the address and the fields of its form. */
function formOf(page: AdminPage, address: string) {
  const action = /<form method="post" action="([^"]+)" class="record"/.exec(page.body)?.[1] ?? address
  return { action, fields: formFields(page) }
}

describe('what a page confirms', () => {
  it('is rejected with the difference if it was changed meanwhile, and then confirmed, on every route', async () => {
    const routes = adminRoutes(world).filter(
      ({ method, path }) => method === 'POST' && !decidesOnNothing(path),
    )
    expect(routes.length).toBeGreaterThanOrEqual(30)
    const faults: string[] = []
    for (const [index, { path }] of routes.entries()) {
      const { post, page, fields = {}, meanwhile, state, difference } = await decisionOf(path)
      const browser = path.startsWith('/admin/account') ? world.manager : world.admin
      const label = `Changed ${index}`
      const opened = await browser.get(page)
      // The form of a record sends its other fields too.
      const sent = page === post ? { ...formFields(opened), ...fields } : fields
      if (!formVersions(opened.body, page).has(post)) faults.push(`${path}: no version on ${page}`)
      await meanwhile(label)
      const unchanged = await state()
      const expectRejection = (version: string, { status, headers, body }: AdminPage, shown: string) => {
        if (status !== 409) faults.push(`${path} with ${version}: ${status}`)
        for (const text of ['Nothing was done, because', shown])
          if (!body.includes(text)) faults.push(`${path} with ${version}: no "${text}"`)
        // htmx shows the page in the place of the present one.
        if (headers['hx-retarget'] !== '#main') faults.push(`${path} with ${version}: no target`)
      }
      const hx = { 'hx-request': 'true' }
      for (const _version of ['', 'x', '999999999'])
        expectRejection(
          `the version "${_version}"`,
          await browser.post(post, { ...sent, _version }, hx),
          '_version',
        )
      await browser.get(page)
      await meanwhile(`${label} again`)
      expect(await state(), path).not.toEqual(unchanged)
      const left = await state()
      const shownBefore = await browser.post(post, sent, hx)
      expectRejection('the version of the page', shownBefore, difference(`${label} again`))
      expect(await state(), path).toEqual(left)
      const { action, fields: asked } = formOf(shownBefore, post)
      const { status } = await browser.post(action, { ...asked, ...fields })
      if (![201, 303].includes(status)) faults.push(`${path}, then ${action}: ${status}`)
      expect(await state(), path).not.toEqual(left)
    }
    expect(faults).toEqual([])
  })
})
