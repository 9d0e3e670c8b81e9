import { beforeAll, describe, expect, test } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { credentials } from '../../../support/credentials.ts'
import { escaped, hostile } from '../../../support/form-fields.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let anna: Browser
let boris: Browser
let admin: Browser
beforeAll(async () => {
  world = await makeWorld()
  anna = await signIn(world, await makePerson(world, 'manager'))
  boris = await signIn(world, await makePerson(world, 'manager'))
  admin = await signIn(world, await makePerson(world, 'admin'))
})

const filters = 'status=open&severity=high&sort=-id'
const list = `/admin/signals?${filters}`
const unescaped = (text: string) => text.replaceAll('&amp;', '&')

/** Saves the filters of the list through the form that the list shows. */
async function save(browser: Browser, name: string, fields: Record<string, string> = {}, address = list) {
  const page = await browser.get(address)
  const action = /<form method="post" action="(\/admin\/saved-filters[^"]*)"/.exec(page.body)?.[1] ?? ''
  return browser.post(unescaped(action), { name, ...fields })
}

const deletionOf = (body: string, name: string) =>
  new RegExp(`href="([^"]+)" aria-label="Delete the saved filter ${name}"`).exec(body)?.[1] ?? ''

describe('the filters of a list', () => {
  test('are saved under a name, for their owner alone or for everyone', async () => {
    expect((await anna.get('/admin/signals')).body).not.toContain('Save these filters')
    expect((await save(anna, 'Mine')).location).toBe(list)
    const { location } = await save(anna, `Team ${hostile}`, { is_shared: '1' })
    expect(location).toBe(list)
    const own = (await anna.get(list)).body
    expect(own).toContain('Filters saved.')
    expect(unescaped(own)).toMatch(
      /href="\/admin\/signals\?status=open&severity=high&sort=-id" title="Your filter" aria-current="true"\s*>Mine</,
    )
    expect(own).toContain(`>Team ${escaped}`)
    expect((await anna.get('/admin/signals?status=open')).body).not.toContain('aria-current="true"\n')
    const others = (await boris.get('/admin/signals')).body
    expect(others).toContain(`>Team ${escaped}`)
    expect(others).not.toContain('>Mine<')
    expect(others).not.toContain('/admin/saved-filters')
  })

  test('are saved for every list that has presets: the activity and the request log too', async () => {
    for (const address of ['/admin/activity?actor=user', '/admin/api-request-logs?status=403']) {
      expect((await save(anna, 'Watched', {}, address)).location).toBe(address)
      expect((await anna.get(address)).body).toContain('>Watched</a')
    }
  })

  test.each<Record<string, string>>([
    { name: ' ' },
    { name: 'x'.repeat(101) },
    { name: 'taken' },
    { name: 'n', is_shared: 'yes' },
  ])('are not saved with an invalid field, and the form keeps its values: %o', async (fields) => {
    if (fields.name === 'taken') await save(anna, 'Taken')
    const { status, body } = await save(anna, fields.name ?? '', fields)
    expect(status).toBe(422)
    const invalid = 'is_shared' in fields ? 'is_shared' : 'name'
    expect(body).toContain(`id="error-${invalid}"`)
    expect(unescaped(body)).toContain(
      `action="/admin/saved-filters?${new URLSearchParams({ collection: 'signals', query: filters })}"`,
    )
  })

  test('are named with their list as the navigation names it', async () => {
    const { status, body } = await save(anna, ' ', {}, '/admin/api-request-logs?status=403')
    expect(status).toBe(422)
    expect(body).toMatch(/aria-label="Above this page"><a href="\/admin\/api-request-logs">Request log<\/a>/)
  })

  test('are not saved if they contain a credential', async () => {
    const { status, body } = await save(anna, 'Key', {}, `${list}&q=${credentials['Google API key']}`)
    expect(status).toBe(422)
    expect(body).toContain('must not contain a credential (Google API key).')
  })

  test('are saved only by active people, for lists that they see', async () => {
    const inactive = await signIn(world, await makePerson(world, 'manager', { status: 'inactive' }))
    expect((await inactive.get(list)).body).not.toContain('Save these filters')
    const user = await signIn(world, await makePerson(world, 'user'))
    await user.get('/admin/api-token')
    const address = (collection: string) => `/admin/saved-filters?collection=${collection}&query=q%3D1%0A`
    expect((await inactive.post(address('signals'), { name: 'N' })).status).toBe(403)
    expect((await user.post(address('signals'), { name: 'N' })).status).toBe(403)
    expect((await anna.post(address('users'), { name: 'N' })).status).toBe(403)
    expect((await anna.post(address('signals'), { name: 'N', _csrf: 'wrong' })).status).toBe(403)
    expect((await user.post(address('api-token'), { name: 'N' })).location).toBe('/admin/api-token?q=1%0A')
  })
})

describe('a saved filter', () => {
  test('is deleted by its owner after a confirmation', async () => {
    await save(anna, 'Short lived')
    const address = deletionOf((await anna.get('/admin/signals')).body, 'Short lived')
    const question = await anna.get(address)
    expect(question.body).toContain('Delete this saved filter? The records stay.')
    expect((await anna.post(address)).location).toBe('/admin/signals')
    expect((await anna.get('/admin/signals')).body).not.toContain('Short lived')
    expect((await anna.post(address)).status).toBe(404)
  })

  test('is deleted by an admin if it is shared, and by no other user', async () => {
    await save(anna, 'For all', { is_shared: '1' })
    await save(anna, 'Private')
    const ownPage = (await anna.get('/admin/signals')).body
    const hidden = deletionOf(ownPage, 'Private')
    const shared = deletionOf(ownPage, 'For all')
    for (const browser of [boris, admin]) expect((await browser.get(hidden)).status).toBe(404)
    expect((await boris.get(shared)).status).toBe(403)
    expect((await boris.post(shared)).status).toBe(403)
    expect((await admin.get('/admin/signals')).body).toContain(shared)
    expect((await admin.get(shared)).body).toContain('It is shared, so it disappears for everyone.')
    expect((await admin.post(shared)).status).toBe(303)
    expect((await anna.get(shared)).status).toBe(404)
  })
})
