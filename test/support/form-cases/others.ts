import { actorFilter } from '../../../http/admin/history/change-item.ts'
import { openBrowser, type Sent, signIn } from '../admin.ts'
import type { AdminWorld } from '../admin-world.ts'
import { makeToken, root, sql } from '../makers.ts'
import { makePerson } from '../people.ts'
import { lastId, type MakeForm, nextNumber, ownForm } from './form-case.ts'
import { makeRecord } from './records.ts'

async function signal(world: AdminWorld, abilities: string[]) {
  const token = await makeToken(world, abilities)
  const body = { product_slug: 'gamma', title: `Of an agent ${nextNumber()}`, signal_type: 'problem' }
  const answer = await world.send('POST', `${root}/signals`, body, token.headers)
  return { token, body: answer.body }
}

async function proposal(world: AdminWorld): Promise<number> {
  return (await signal(world, ['read', 'propose'])).body.proposal.id
}

const proposalForm =
  (action: string, fields?: Sent): MakeForm =>
  async (world) => {
    const address = `/admin/proposals/${await proposal(world)}`
    const page = action === 'edit' ? `${address}/edit` : address
    return { page, action: `${address}/${action}`, ...(fields && { fields }) }
  }

/** Returns the browser of a new manager who is signed in. */
async function newManager(world: AdminWorld) {
  const person = await makePerson(world, 'manager')
  return { person, browser: await signIn(world, person) }
}

const calendar =
  (verb?: 'replace' | 'revoke'): MakeForm =>
  async (world) => {
    const { browser } = await newManager(world)
    const action = '/admin/account/calendar'
    if (!verb) return { page: '/admin/account', action, browser }
    await browser.get('/admin/account')
    await browser.post(action, { _version: '0' })
    return { ...ownForm(`${action}/${verb}`), browser }
  }

/** The forms that are not on the pages of a record, by their route. */
export const otherForms: Record<string, MakeForm> = {
  '/admin/products/:id/favorite': async (world) => ({
    page: '/admin/products',
    action: `/admin/products/${await makeRecord(world, 'products')}/favorite`,
  }),
  '/admin/saved-filters': async () => ({
    page: '/admin/companies?status=paused',
    action: '/admin/saved-filters',
    fields: { name: `Paused ${nextNumber()}` },
  }),
  '/admin/saved-filters/:id/delete': async (world) => {
    await world.admin.get('/admin/companies?status=paused')
    await world.admin.post('/admin/saved-filters?collection=companies&query=status%3Dpaused', {
      name: `Saved ${nextNumber()}`,
    })
    return ownForm(`/admin/saved-filters/${await lastId(world, 'saved_filters')}/delete`)
  },
  '/admin/review': async (world) => {
    await signal(world, ['read', 'write'])
    const ids = String(await lastId(world, 'history'))
    return { page: '/admin/review', action: '/admin/review', fields: { ids, action: 'accept' } }
  },
  '/admin/invitation/:secret': async (world) => {
    await world.admin.get('/admin/users/new')
    const user = {
      name: `Invited ${nextNumber()}`,
      email: `invited-${nextNumber()}@people.test`,
      role: 'manager',
    }
    const { body } = await world.admin.post('/admin/users/new', user)
    const page = /\/admin\/invitation\/[\w-]+/.exec(body)?.[0] ?? ''
    return { ...ownForm(page, { password: 'A password of a person' }), browser: openBrowser(world) }
  },
  '/admin/proposals/decide': async (world) => ({
    page: '/admin/proposals',
    action: '/admin/proposals/decide',
    fields: { ids: String(await proposal(world)), decision: 'approve' },
  }),
  '/admin/proposals/:id/approve': proposalForm('approve'),
  '/admin/proposals/:id/reject': proposalForm('reject', { note: 'Not now.' }),
  '/admin/proposals/:id/ask': proposalForm('ask', { note: 'Say more.' }),
  '/admin/proposals/:id/edit': proposalForm('edit', { title: 'Edited 1' }),
  '/admin/activity/:id/revert': async (world) => {
    const company = await makeRecord(world, 'companies')
    await world.admin.post(`/admin/companies/${company}/edit/name`, { name: `Renamed ${nextNumber()}` })
    return ownForm(`/admin/activity/${await lastId(world, 'history')}/revert`)
  },
  '/admin/activity/undo': async (world) => {
    const { token } = await signal(world, ['read', 'write'])
    const actor = actorFilter({ type: 'portfolio_token', id: token.id })
    const page = `/admin/activity/undo?${new URLSearchParams({ actor, since: '2026-01-01' })}`
    return { page, action: '/admin/activity/undo', fields: { mode: 'all' } }
  },
  '/admin/account': async (world) => {
    const { person, browser } = await newManager(world)
    const fields = { current_password: person.password, password: 'Another password' }
    return { ...ownForm('/admin/account', fields), browser }
  },
  '/admin/account/sessions/:id/end': async (world) => {
    const { person, browser } = await newManager(world)
    await signIn(world, person)
    return { ...ownForm(`/admin/account/sessions/${await lastId(world, 'sessions')}/end`), browser }
  },
  '/admin/account/language': async (world) => {
    const { browser } = await newManager(world)
    return { page: '/admin/account', action: '/admin/account/language', fields: { language: 'ru' }, browser }
  },
  '/admin/account/keys/off': async () => ({ page: '/admin/account', action: '/admin/account/keys/off' }),
  '/admin/account/keys/on': async (world) => {
    const { browser } = await newManager(world)
    await browser.get('/admin/account')
    await browser.post('/admin/account/keys/off')
    return { page: '/admin/account', action: '/admin/account/keys/on', browser }
  },
  '/admin/account/calendar': calendar(),
  '/admin/account/calendar/replace': calendar('replace'),
  '/admin/account/calendar/revoke': calendar('revoke'),
  '/admin/canon-rules/:id/guard': async (world) => {
    const page = `/admin/canon-rules/${await makeRecord(world, 'canon-rules')}/guard`
    return ownForm(page, { guard_when: 'false', guard_effect: 'warn' })
  },
  '/admin/connections/:id/revoke': async (world) => {
    const [grant] = await sql(
      world,
      `insert into oauth_records (model, digest, user_id, client_id, payload)
       values ('Grant', $1, $2, 'c', '{}') returning id`,
      `digest ${nextNumber()}`,
      world.people.admin.id,
    )
    return { page: '/admin/connections', action: `/admin/connections/${grant?.id}/revoke` }
  },
}
