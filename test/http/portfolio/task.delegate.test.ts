import { beforeAll, describe, expect, it } from 'vitest'
import { expectValidationErrors, makeDecision, makeTask, makeToken, root, sql } from '../../support/makers.ts'
import { settled } from '../../support/settled.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let agent: Awaited<ReturnType<typeof makeToken>>
beforeAll(async () => {
  world = await makeWorld()
  agent = await makeToken(world)
})

const tasks = `${root}/tasks`
const invalid = (why: string, field = 'delegate token id') => `The selected ${field} is invalid. ${why}`

describe('the delegation of a task', () => {
  it('is stored by POST and PATCH, and shown in every answer', async () => {
    const delegate = { type: 'portfolio_token', id: agent.id, name: agent.name }
    const made = await makeTask(world, { delegate_token_id: String(agent.id), owner: 'Anna' })
    expect(made).toMatchObject({ delegate_token_id: agent.id, delegate, owner: 'Anna' })
    const path = `${tasks}/${made.id}`
    expect((await world.send('PATCH', path, { delegate_token_id: null })).body.task).toMatchObject({
      delegate_token_id: null,
      delegate: null,
    })
    const changed = await world.send('PATCH', path, { delegate_token_id: agent.id })
    expect(changed.body.task.delegate).toEqual(delegate)
    expect((await world.send('GET', path)).body.task.delegate).toEqual(delegate)
    expect((await world.send('GET', tasks)).body.tasks[0].delegate).toEqual(delegate)
    await settled(world)
    const { body } = await world.send('GET', `${root}/changes?entity=task`)
    expect(body.changes.at(-1)).toMatchObject({
      event: 'updated',
      changes: { delegate_token_id: { from: null, to: agent.id } },
    })
  })

  it('is stored for the tasks of a decision and in a batch', async () => {
    const nested = { title: 'T', delegate_token_id: agent.id }
    expect((await makeDecision(world, { tasks: [nested] })).tasks[0].delegate).toMatchObject({ id: agent.id })
    const operation = { operation: 'create_task', body: { ...nested, direction_slug: 'utilities' } }
    const { body } = await world.send('POST', `${root}/batch`, { operations: [operation] })
    expect(body.results[0].task.delegate).toMatchObject({ id: agent.id })
  })

  it('goes only to a portfolio token that is valid and may write or propose', async () => {
    const proposer = await makeToken(world, ['read', 'propose'])
    await makeTask(world, { delegate_token_id: proposer.id })
    const reader = await makeToken(world, ['read'])
    const expired = await makeToken(world, ['write'], '2026-01-01T00:00:00Z')
    const revoked = await makeToken(world)
    const key = await makeToken(world)
    await sql(world, 'update tokens set revoked_at = now() where id = $1', revoked.id)
    await sql(world, `update tokens set prefix = 'llm' where id = $1`, key.id)
    const { id } = await makeTask(world)
    const cases = [
      [reader.id, `The token "${reader.name}" may neither write nor propose.`],
      [expired.id, `The token "${expired.name}" has expired.`],
      [revoked.id, `The token "${revoked.name}" is revoked.`],
      [key.id, `There is no portfolio token ${key.id}.`],
      [99_999, 'There is no portfolio token 99999.'],
    ] as const
    for (const [delegate_token_id, why] of cases) {
      const answer = await world.send('PATCH', `${tasks}/${id}`, { delegate_token_id })
      expectValidationErrors(answer, { delegate_token_id: invalid(why) })
    }
    const nested = await world.send('POST', `${root}/decisions`, {
      tasks: [{ title: 'T' }, { title: 'T', delegate_token_id: reader.id }],
    })
    expect(nested.body.errors).toMatchObject({
      'tasks.1.delegate_token_id': [invalid(cases[0][1], 'tasks.1.delegate_token_id')],
      title: [expect.any(String)],
    })
    for (const delegate_token_id of ['me', 1.5, true])
      expect((await world.send('POST', tasks, { title: 'T', delegate_token_id })).body.errors).toHaveProperty(
        'delegate_token_id',
      )
    expect((await world.send('GET', `${tasks}/${id}`)).body.task.delegate).toBeNull()
  })

  it('says that its token is revoked, and stays until it is changed', async () => {
    const other = await makeToken(world)
    const { id } = await makeTask(world, { delegate_token_id: other.id })
    await sql(world, 'update tokens set revoked_at = now() where id = $1', other.id)
    const { body } = await world.send('PATCH', `${tasks}/${id}`, { priority: 'high' })
    expect(body.task.delegate).toEqual({
      type: 'portfolio_token',
      id: other.id,
      name: other.name,
      revoked: true,
    })
  })
})
