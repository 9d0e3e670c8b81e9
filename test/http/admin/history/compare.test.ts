import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let owner: TestUser
let admin: Browser
let manager: Browser
let links: string[]
beforeAll(async () => {
  world = await makeWorld()
  owner = await makePerson(world)
  admin = await signIn(world, owner)
  manager = await signIn(world, await makePerson(world, 'manager'))
  await owner.send('POST', '/companies', { name: 'First name', country: 'DE' })
  await owner.send('PATCH', '/companies/1', { name: 'Second <b>name</b>' })
  await owner.send('PATCH', '/companies/1', { status: 'paused', owner_id: owner.id })
  await owner.send('PATCH', '/companies/1', { name: 'Third name' })
  await owner.send('POST', '/companies', { name: 'Other' })
  const { body } = await manager.get('/admin/companies/1')
  links = [...body.matchAll(/href="([^"]+\/compare\?from=\d+)"/g)].map(([, href]) => href as string)
})

/** Returns the changed fields of a comparison, each with its two values, as text. */
function changed(body: string) {
  const rows = [...body.matchAll(/<tr class="changed">(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) =>
      cell.replaceAll(/<[^>]+>/g, '').trim(),
    ),
  )
  return Object.fromEntries(rows.map(([name = '', ...values]) => [name.replace(/\s+Changed$/, ''), values]))
}

describe('GET /admin/{collection}/{id}/compare', () => {
  it('is linked from each change but the newest', () => {
    expect(links).toHaveLength(3)
  })

  it('shows a version of the record beside the current one', async () => {
    const { status, body } = await manager.get(links[2] as string)
    expect(status).toBe(200)
    expect(changed(body)).toMatchObject({
      Name: ['First name', 'Third name'],
      Status: ['Active', 'Paused'],
      Owner: ['–', expect.stringMatching(/\d/)],
    })
    expect(body).toContain('3 fields differ.')
    const asAdmin = await admin.get(links[2] as string)
    expect(changed(asAdmin.body).Owner).toEqual(['–', owner.name])
    expect(changed(body).Owner).toEqual(['–', owner.name])
    expect(body).toMatch(/<tr><th scope="row">Country<\/th><td>DE<\/td><td>DE<\/td><\/tr>/)
  })

  it('shows two versions beside each other', async () => {
    const [third, second] = links.map((link) => /\d+$/.exec(link)?.[0])
    const { body } = await manager.get(`/admin/companies/1/compare?from=${second}&to=${third}`)
    expect(Object.keys(changed(body))).toEqual(['Status', 'Owner'])
    expect(body).toContain('Second &lt;b>name&lt;/b>')
  })

  it.each(['', '?from=x', '?from=999999', '?from=OTHER', '?from=OWN&to=OTHER'])(
    'returns 404 for "%s"',
    async (search) => {
      const own = /\d+$/.exec(links[0] as string)?.[0] as string
      const other = String(Number(own) + 2)
      const path = `/admin/companies/1/compare${search.replace('OWN', own).replace('OTHER', other)}`
      expect((await manager.get(path)).status).toBe(404)
    },
  )
})
