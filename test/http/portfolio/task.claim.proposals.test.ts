import { beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../support/admin.ts'
import { type Agent, type ClaimsWorld, leaseOf, makeClaimsWorld } from '../../support/claims.ts'
import { makeToken } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'

let made: ClaimsWorld
beforeAll(async () => {
  made = await makeClaimsWorld()
})

describe('a proposal about a claimed task', () => {
  const untilExpiry = 7 * 24 * 60

  async function proposed() {
    const { world, makeTask, claim, age, change } = made
    const agent = await makeToken(world, ['read', 'propose'])
    const id = await makeTask()
    await claim(agent, id)
    await age(id, 5)
    const answer = await change(agent, id, { note: 'Please' })
    expect(answer.status).toBe(202)
    return { agent, id, proposal: answer.body.proposal.id as number }
  }

  it('keeps the claim until 30 minutes after the last one is decided on', async () => {
    const { other, claim, change, send, minutesLeft, age } = made
    const { agent, id, proposal } = await proposed()
    const withdraw = (number: number, by: Agent) => send(by, 'POST', `/proposals/${number}/withdraw`)
    expect(await minutesLeft(id)).toBe(untilExpiry + 30)
    expect((await claim(other, id)).body.code).toBe('claimed')
    const second = await change(agent, id, { priority: 'critical' })
    await withdraw(proposal, agent)
    expect(await minutesLeft(id)).toBe(untilExpiry + 30)
    await withdraw(second.body.proposal.id, agent)
    expect(await minutesLeft(id)).toBe(30)
    const operations = [{ operation: 'change_task', key: id, body: { note: 'In a batch' } }]
    await age(id, 5)
    expect((await send(agent, 'POST', '/batch', { operations })).status).toBe(202)
    expect(await minutesLeft(id)).toBe(untilExpiry + 30)
  })

  it.each(['approve', 'reject', 'ask'] as const)(
    'leaves a claim as long as it is open after "%s"',
    async (decision) => {
      const { world, change, send, minutesLeft, age, read } = made
      const { agent, id, proposal } = await proposed()
      const manager = await signIn(world, await makePerson(world, 'manager'))
      await manager.get(`/admin/proposals/${proposal}`)
      await age(id, 5)
      const decided = await manager.post(`/admin/proposals/${proposal}/${decision}`, { note: 'So.' })
      expect(decided.status).toBe(303)
      expect(await minutesLeft(id)).toBe(decision === 'ask' ? untilExpiry + 30 : 30)
      expect((await read(id)).claim.by.id).toBe(agent.id)
      if (decision !== 'ask') return
      await age(id, 5)
      expect((await send(agent, 'PUT', `/proposals/${proposal}`, { note: 'Better' })).status).toBe(202)
      expect(await minutesLeft(id)).toBe(untilExpiry + 30)
      expect((await change(agent, id, { note: 'Better' })).body.repeated).toBe(true)
    },
  )

  it('keeps a claim that is taken while it waits', async () => {
    const { claim, release } = made
    const { agent, id } = await proposed()
    await release(agent, id)
    expect(leaseOf((await claim(agent, id)).body.claim)).toBe(untilExpiry + 30)
  })

  it('gives no claim to a proposer without one, and no time to the claim of another', async () => {
    const { world, one, makeTask, claim, change, read, age, minutesLeft } = made
    const agent = await makeToken(world, ['read', 'propose'])
    const id = await makeTask()
    await change(agent, id, { note: 'Please' })
    expect((await read(id)).claim).toBeNull()
    await claim(one, id)
    await age(id, 5)
    await change(agent, id, { note: 'Once more' })
    expect(await minutesLeft(id)).toBe(5)
  })
})
