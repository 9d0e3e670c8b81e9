import { beforeAll, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { sql } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: Browser
beforeAll(async () => {
  world = await makeWorld()
  admin = await signIn(world, await makePerson(world))
})

it.each([
  ['api-agent-tokens', undefined, ['read', 'write']],
  ['api-agent-tokens', 'read', ['read']],
  ['api-keys', undefined, ['resources:read', 'resources:write']],
  ['api-keys', 'resources:write', ['resources:write']],
])(
  'a credential of %s that is created with the scope %s has the scopes %s',
  async (collection, scopes, all) => {
    const { body } = await admin.get(`/admin/${collection}`)
    expect(body).toContain('If none is chosen: ')
    const { status } = await admin.post(`/admin/${collection}/new`, {
      agent: 'Agent',
      ...(scopes && { scopes }),
    })
    expect(status).toBe(201)
    const [token] = await sql(world, 'select abilities from tokens order by id desc limit 1')
    expect(token?.abilities).toEqual(all)
  },
)
