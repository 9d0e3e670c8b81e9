import { beforeAll, describe, expect, it } from 'vitest'
import type { Ability } from '../../../src/access/ability.ts'
import {
  makeApplication,
  makeCompany,
  makeContact,
  makeKeyword,
  makeStrategy,
} from '../../support/operations.ts'
import { makePerson, type Somebody, v1 } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: Somebody
let full: Somebody
let owner: Somebody
let stranger: Somebody
let user: Somebody
let inactive: Somebody
let unable: Somebody
beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world, 'admin')
  full = await makePerson(world, 'admin', { able: ['admin:full'] })
  owner = await makePerson(world, 'manager')
  stranger = await makePerson(world, 'manager')
  user = await makePerson(world, 'user')
  inactive = await makePerson(world, 'manager', { status: 'inactive' })
  unable = await makePerson(world, 'admin', { able: ['logs:read'] })
})

type Endpoint = {
  method: string
  /** The path of a record that `owner` owns, where records have owners. */
  path: () => Promise<string>
  ability: Ability
  body?: object
  /** A body that breaks a rule. */
  bad?: object
  ok: number
  /** Only its owner and an admin may. */
  owned?: true
}

const collection = (path: string) => async () => path
const item =
  (path: string, make: (by: Somebody) => Promise<{ id: number }>, rest = '') =>
  async () =>
    `${path}/${(await make(owner)).id}${rest}`
const noted = (path: string, make: (by: Somebody) => Promise<{ id: number }>) => async () => {
  const { id } = await make(owner)
  const note = await owner.send('POST', `${path}/${id}/notes`, { body: 'A note.' })
  return `${path}/${id}/notes/${note.body.data.id}`
}

function resource(path: string, kind: string, make: (by: Somebody) => Promise<{ id: number }>, body: object) {
  const [read, write] = [`${kind}:read` as Ability, `${kind}:write` as Ability]
  const one = item(path, make)
  return [
    { method: 'GET', path: collection(path), ability: read, ok: 200 },
    { method: 'POST', path: collection(path), ability: write, body, bad: { status: 'no such' }, ok: 201 },
    { method: 'GET', path: one, ability: read, ok: 200 },
    { method: 'PATCH', path: one, ability: write, body: {}, bad: { status: 'no such' }, ok: 200 },
    { method: 'DELETE', path: one, ability: write, ok: 204 },
  ] satisfies Endpoint[]
}

function trail(path: string, kind: string, make: (by: Somebody) => Promise<{ id: number }>) {
  const [read, write] = [`${kind}:read` as Ability, `${kind}:write` as Ability]
  return [
    { method: 'GET', path: item(path, make, '/notes'), ability: read, ok: 200 },
    {
      method: 'POST',
      path: item(path, make, '/notes'),
      ability: write,
      body: { body: 'Hm.' },
      bad: { body: 1 },
      ok: 201,
    },
    { method: 'DELETE', path: noted(path, make), ability: write, ok: 204, owned: true as const },
    { method: 'GET', path: item(path, make, '/history'), ability: read, ok: 200 },
  ] satisfies Endpoint[]
}

const archive = (method: string): Endpoint => ({
  method,
  path: item('/applications', makeApplication, '/archive'),
  ability: 'apps:write',
  ok: 200,
  owned: true,
})

const endpoints: Endpoint[] = [
  ...resource('/applications', 'apps', makeApplication, {
    name: 'New',
    platform: 'ios',
    status: 'active',
  }).map((one) => ({ ...one, ...(/PATCH|DELETE/.test(one.method) && { owned: true as const }) })),
  ...trail('/applications', 'apps', makeApplication),
  ...['POST', 'PATCH', 'PUT', 'DELETE'].map(archive),
  ...resource('/companies', 'companies', makeCompany, { name: 'New' }),
  ...trail('/companies', 'companies', makeCompany),
  ...resource('/contacts', 'contacts', makeContact, { name: 'New' }),
  ...resource('/strategies', 'strategies', makeStrategy, { name: 'New' }),
  ...trail('/strategies', 'strategies', makeStrategy),
  ...resource('/keywords', 'keywords', makeKeyword, { keyword: 'new' }),
]

describe.each(endpoints)('$method $path', ({ method, path, ability, body, bad, ok, owned }) => {
  const writes = method !== 'GET'
  const unknown = (known: string) => known.replace(/\d+/, '999999999')

  it('answers by who asks', async () => {
    const status = async (by: Somebody, sent: object | undefined = body) => {
      const at = await path()
      const given = at === '/keywords' && sent === body && writes ? await ofStrategy(sent) : sent
      return (await by.send(method, at, given === undefined ? undefined : unique(given))).status
    }
    const anonymous = await world.send(method, v1 + (await path()), bad)
    expect(anonymous.status).toBe(401)
    const refused = await unable.send(method, await path(), bad)
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({ code: 'missing_ability', required_ability: ability })
    expect(await status(full)).toBe(ok)
    expect(await status(admin)).toBe(ok)
    expect(await status(owner)).toBe(ok)
    expect(await status(user, bad)).toBe(writes ? 403 : ok)
    expect(await status(inactive, bad)).toBe(writes ? 403 : ok)
    expect(await status(stranger)).toBe(owned ? 403 : ok)
  })

  it('answers 404 for what is not there, 422 for what breaks a rule, 405 for no method of it', async () => {
    const at = await path()
    if (/\d/.test(at)) {
      expect((await admin.send(method, unknown(at), body)).status).toBe(404)
      expect((await admin.send(method, at.replace(/\d+/, '01'), bad)).status).toBe(404)
    }
    if (bad) expect((await admin.send(method, at, bad)).status).toBe(422)
    const wrong = await admin.send('OPTIONS', at)
    expect(wrong.status).toBe(405)
    expect(wrong.headers.allow).toContain(method)
  })

  it('stores nothing in a dry run', async () => {
    if (!writes) return
    const at = await path()
    const sent = at === '/keywords' ? await ofStrategy(body) : body
    const { status, body: answer } = await admin.send(method, `${at}?dry_run=1`, sent && unique(sent))
    expect(status).toBe(200)
    expect(answer.dry_run).toBe(true)
    const again = await admin.send(method, at, sent && unique(sent))
    expect(again.status).toBe(ok)
  })
})

let number = 0
// Names that were not used yet, where the endpoint wants them unique.
function unique(body: object): object {
  return 'name' in body && body.name === 'New' ? { ...body, name: `New ${++number}` } : body
}

async function ofStrategy(body: object | undefined) {
  return { ...body, strategy_id: (await makeStrategy(owner)).id }
}
