import { beforeAll, expect, it } from 'vitest'
import type { Actor } from '../../../src/access/actor.ts'
import { write } from '../../../src/journal/write.ts'
import { approveProposal } from '../../../src/portfolio/proposal/decide.ts'
import { makeGuardedWorld } from '../../support/guarded-world.ts'
import { sql } from '../../support/makers.ts'

let made: Awaited<ReturnType<typeof makeGuardedWorld>>
let admin: Actor
beforeAll(async () => {
  made = await makeGuardedWorld()
  const [row] = await sql(made.world, `select id, name from users where role = 'admin' limit 1`)
  const { id, name } = row as { id: number; name: string }
  admin = {
    by: { type: 'user', id: Number(id), name },
    credential: `user:${id}`,
    person: { id: Number(id), name, role: 'admin', status: 'active' },
    surface: 'admin',
    request_id: null,
  }
})

const approve = async (id: number) =>
  (await write(made.world.database.orm, admin, (em) => approveProposal(em, admin, id))).result
const signal = { direction_slug: 'utilities', title: 'Waits', signal_type: 'risk' }

it('counts a guard that proposes as met at an approval, and one that refuses as refusing', async () => {
  const { guardedRule, post, send } = made
  await guardedRule({
    guard_when: `write.kind == 'signal' && write.actor == 'agent'`,
    guard_effect: 'propose',
  })
  const { proposal } = (await post('/signals', signal)).body
  const refusing = await guardedRule({ guard_when: `write.kind == 'signal'`, guard_effect: 'refuse' })
  await expect(approve(proposal.id)).rejects.toMatchObject({
    code: 'canon_guard',
    details: { rule: { id: refusing.id } },
  })
  expect((await send('GET', `/proposals/${proposal.id}`)).body.proposal.status).toBe('pending')
  await sql(made.world, `update canon_rules set status = 'archived' where id = $1`, refusing.id)
  expect(await approve(proposal.id)).toMatchObject({ status: 'applied' })
  expect((await send('GET', '/signals?q=Waits')).body.signals).toHaveLength(1)
})
