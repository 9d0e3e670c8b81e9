import { expect } from 'vitest'
import { type Browser, signIn } from './admin.ts'
import { makeRule, root, sql } from './makers.ts'
import { makePerson } from './people.ts'
import { makeWorld, type World } from './world.ts'

/** The guards that the contract names as examples. */
export const exampleGuards = {
  frozen:
    "write.kind == 'product' && after.product_focus == 'scale' && (product.portfolio_status in ['frozen','sunset'] || direction.status != 'active')",
  candidate:
    "write.kind == 'product' && write.action == 'create' && write.actor == 'agent' && after.portfolio_status != 'candidate'",
  confirmed:
    "write.kind == 'economics' && after.economics_status == 'confirmed' && after.store_confirmation_summary == null",
} as const

type Guard = { guard_when: string; guard_effect: string; guard_message?: string }

/** A world with an admin and a manager who are signed in. */
export async function makeGuardedWorld() {
  const world = await makeWorld()
  const admin = await signIn(world, await makePerson(world, 'admin'))
  const manager = await signIn(world, await makePerson(world, 'manager'))
  return {
    world,
    admin,
    manager,
    send: (method: string, path: string, body?: object, headers = {}) =>
      world.send(method, root + path, body, headers),
    post: (path: string, body: object) => world.send('POST', root + path, body),
    guardedRule: (guard: Guard, fields: object = {}) => makeGuardedRule(world, admin, guard, fields),
    archiveRules: () => sql(world, "update canon_rules set status = 'archived'"),
  }
}

/** Creates a rule with a guard through the pages, and approves it there. */
export async function makeGuardedRule(
  world: World,
  admin: Browser,
  guard: Guard,
  fields: object = {},
): Promise<{ id: number; title: string }> {
  const rule = await makeRule(world, { title: `Rule ${guard.guard_effect}`, ...fields })
  const address = `/admin/canon-rules/${rule.id}`
  await admin.get(address)
  expect(await admin.post(`${address}/approve`)).toMatchObject({ status: 303 })
  await admin.get(`${address}/guard`)
  expect(await admin.post(`${address}/guard`, guard)).toMatchObject({ status: 303 })
  return rule
}
