import { beforeAll, describe, expect, it } from 'vitest'
import { type ClaimsWorld, leaseOf, makeClaimsWorld } from '../../support/claims.ts'
import { makeDecision, makeTask, makeToken, root, sql } from '../../support/makers.ts'
import { settled } from '../../support/settled.ts'
import { token as environmentToken } from '../../support/world.ts'

let made: ClaimsWorld
beforeAll(async () => {
  made = await makeClaimsWorld()
})

const eventNames = async (id: number) => (await made.events(id)).map(({ event }) => event)

describe('a claim', () => {
  it('is a lease of 30 minutes, which every answer shows, and changes no value', async () => {
    const { world, one, claim, read } = made
    const task = await makeTask(world)
    expect(task.claim).toBeNull()
    const path = `${root}/tasks/${task.id}`
    const before = await world.send('GET', path)
    const { status, body, headers } = await claim(one, task.id, '?reason=Mine')
    expect(status).toBe(200)
    const by = { type: 'portfolio_token', id: one.id, name: one.name }
    expect(body).toMatchObject({ message: 'Task claimed.', claim: { by }, etag: before.body.etag })
    expect(leaseOf(body.claim)).toBe(30)
    expect(headers.etag).toBe(before.headers.etag)
    const { claim: shown, ...values } = body.task
    expect(shown).toEqual(body.claim)
    expect({ ...values, claim: null }).toEqual(before.body.task)
    expect((await read(task.id)).claim).toEqual(shown)
    expect((await world.send('GET', `${root}/tasks`)).body.tasks[0].claim).toEqual(shown)
    await settled(world)
    const feed = await world.send('GET', `${root}/changes?entity=task`)
    expect(feed.body.changes.at(-1)).toMatchObject({
      entity: 'task',
      id: task.id,
      event: 'claimed',
      actor: by,
      changed_fields: [],
      changes: {},
    })
    const [entry] = await sql(world, `select reason from history where event = 'claimed'`)
    expect(entry).toEqual({ reason: 'Mine' })
  })

  it('leaves the ETag, which a change takes, and a GET is never answered from the copy of a client', async () => {
    const { world, one, claim, send, makeTask } = made
    const id = await makeTask()
    const path = `/tasks/${id}`
    const { headers } = await world.send('GET', root + path)
    const tag = `${headers.etag}`
    await claim(one, id)
    const again = await send(one, 'GET', path, undefined, { 'if-none-match': tag })
    expect(again).toMatchObject({ status: 200, body: { task: { claim: { by: { id: one.id } } } } })
    const changed = await send(one, 'PATCH', path, { priority: 'high' }, { 'if-match': tag })
    expect(changed).toMatchObject({ status: 200, body: { task: { claim: { by: { id: one.id } } } } })
    expect((await claim(one, id, '', { 'if-match': tag })).status).toBe(412)
  })

  it('is rejected for another agent, who learns who works on the task', async () => {
    const { one, other, claim, release, makeTask } = made
    const id = await makeTask()
    const { body } = await claim(one, id)
    expect(await claim(other, id)).toMatchObject({
      status: 409,
      body: {
        code: 'claimed',
        message: `"${one.name}" works on the task.`,
        claim: body.claim,
        next: expect.stringContaining('claimable=1'),
      },
    })
    expect(await release(other, id)).toMatchObject({
      status: 409,
      body: { code: 'claimed', claim: body.claim, next: expect.stringContaining('You have no claim') },
    })
    expect(await eventNames(id)).toEqual(['created', 'claimed'])
  })

  it('begins again when its holder claims the task again or writes to it, and not when another does', async () => {
    const { one, other, claim, change, send, age, minutesLeft, makeTask } = made
    const id = await makeTask()
    const operations = [{ operation: 'change_task', key: id, body: { priority: 'high' } }]
    const writes = {
      'claims it again': () => claim(one, id),
      'changes it': () => change(one, id, { note: 'New' }),
      'changes nothing of it': () => change(one, id, {}),
      'changes it in a batch': () => send(one, 'POST', '/batch', { operations }),
    }
    const { body } = await claim(one, id)
    for (const [what, write] of Object.entries(writes)) {
      await age(id, 5)
      expect((await write()).status, what).toBe(200)
      expect(await minutesLeft(id), what).toBe(30)
    }
    await age(id, 5)
    await change(other, id, { note: 'Of another' })
    await claim(other, id)
    await claim(one, id, '?dry_run=1')
    expect(await minutesLeft(id)).toBe(5)
    const again = await claim(one, id)
    expect(Date.parse(again.body.claim.claimed_at)).toBeLessThan(Date.parse(body.claim.claimed_at))
    expect((await eventNames(id)).filter((event) => event === 'claimed')).toHaveLength(1)
  })

  it('ends with its time, by the clock of the database, which writes nothing', async () => {
    const { one, other, claim, change, release, read, age, makeTask } = made
    const id = await makeTask()
    await claim(one, id)
    await age(id, 0)
    expect((await read(id)).claim).toBeNull()
    const taken = await claim(other, id)
    expect(taken).toMatchObject({ status: 200, body: { claim: { by: { id: other.id } } } })
    expect(leaseOf(taken.body.claim)).toBe(30)
    await age(id, 0)
    expect(leaseOf((await claim(other, id)).body.claim)).toBe(30)
    await age(id, 0)
    await change(other, id, { note: 'Late' })
    expect((await read(id)).claim).toBeNull()
    expect((await release(other, id)).status).toBe(200)
    expect(await eventNames(id)).toEqual(['created', 'claimed', 'claimed', 'claimed', 'updated'])
  })

  it('ends with its release, which can be repeated', async () => {
    const { one, other, claim, release, makeTask, events } = made
    const id = await makeTask()
    await claim(one, id)
    const first = await release(one, id)
    expect(first).toMatchObject({ status: 200, body: { message: 'Task released.', claim: null } })
    expect(first.body.task).toMatchObject({ status: 'open', claim: null })
    for (const agent of [one, other])
      expect(await release(agent, id)).toMatchObject({
        status: 200,
        body: { message: 'There was no claim to end.', claim: null },
      })
    expect((await events(id)).at(-1)).toEqual({
      event: 'released',
      by: 'portfolio_token',
      by_id: `${one.id}`,
    })
    expect(await eventNames(id)).toEqual(['created', 'claimed', 'released'])
    expect((await claim(other, id)).status).toBe(200)
  })

  it.each([
    ['done', { status: 'done' }],
    ['cancelled', { status: 'cancelled' }],
    ['blocked', { blocked_by: 'The store' }],
  ])('ends when the task is %s, and such a task cannot be claimed', async (status, body) => {
    const { one, other, claim, change, events, makeTask } = made
    for (const agent of [one, other]) {
      const id = await makeTask()
      await claim(one, id)
      expect((await change(agent, id, body)).body.task).toMatchObject({ status, claim: null })
      expect((await events(id)).at(-1)).toMatchObject({ event: 'released', by_id: `${agent.id}` })
      expect(await claim(one, id)).toMatchObject({
        status: 409,
        body: { code: 'conflict', message: `A task with the status ${status} cannot be claimed.` },
      })
      expect((await change(one, id, { status: 'open', blocked_by: null })).body.task.claim).toBeNull()
    }
  })

  it('stays when the status becomes in-progress, and sets none', async () => {
    const { one, claim, change, makeTask } = made
    const id = await makeTask()
    expect((await claim(one, id)).body.task.status).toBe('open')
    expect((await change(one, id, { status: 'in-progress' })).body.task.claim.by.id).toBe(one.id)
    expect((await claim(one, id)).body.task.status).toBe('in-progress')
  })

  it('ends with the delegation to another agent, not with one to its holder', async () => {
    const { one, other, claim, change, makeTask } = made
    const id = await makeTask()
    await claim(one, id)
    const own = await change(other, id, { delegate_token_id: one.id })
    expect(own.body.task.claim.by.id).toBe(one.id)
    expect((await change(other, id, { delegate_token_id: other.id })).body.task.claim).toBeNull()
    expect(await eventNames(id)).toEqual(['created', 'claimed', 'updated', 'updated', 'released'])
    expect(await claim(one, id)).toMatchObject({
      status: 409,
      body: {
        code: 'delegated',
        message: `The task is delegated to "${other.name}".`,
        delegate: { type: 'portfolio_token', id: other.id, name: other.name },
      },
    })
    expect((await claim(other, id)).status).toBe(200)
  })

  it('ends with its token, revoked or expired', async () => {
    const { world, one, claim, read, makeTask } = made
    for (const end of ['revoked_at', 'expires_at']) {
      const agent = await makeToken(world)
      const id = await makeTask()
      await claim(agent, id)
      await sql(world, `update tokens set ${end} = now() where id = $1`, agent.id)
      expect((await read(id)).claim).toBeNull()
      expect((await claim(one, id)).status).toBe(200)
    }
  })

  it('of another agent is a warning of each write, which still succeeds', async () => {
    const { one, other, claim, change, send, makeTask } = made
    const id = await makeTask()
    expect((await change(other, id, { note: 'Free' })).body.warnings).toBeUndefined()
    const { expires_at } = (await claim(one, id)).body.claim
    const [day, time] = expires_at.split('T')
    const [today] = new Date().toISOString().split('T')
    const until = `${day === today ? '' : `${day} `}${time.slice(0, 5)} UTC`
    const working = [{ field: 'claim', message: `"${one.name}" works on it until ${until}.` }]
    const ended = [{ field: 'claim', message: `This change ends the claim of "${one.name}".` }]
    const warned = (warnings: object[]) => ({ status: 200, body: { warnings } })
    const operations = [{ operation: 'change_task', key: id, body: { priority: 'high' } }]
    expect((await change(one, id, { note: 'Mine' })).body.warnings).toBeUndefined()
    expect(await change(other, id, { note: 'Of another' })).toMatchObject(warned(working))
    expect(await send(other, 'PATCH', `/tasks/${id}?dry_run=1`, { status: 'done' })).toMatchObject(
      warned(ended),
    )
    expect(await send(other, 'POST', '/batch', { operations })).toMatchObject({
      status: 200,
      body: { results: [{ warnings: [{ field: 'operations.0.body.claim' }] }] },
    })
    expect(await change(other, id, { status: 'done' })).toMatchObject(warned(ended))
    expect((await change(other, id, { note: 'Again' })).body.warnings).toBeUndefined()
  })

  it('that waits for a person has the day in the warning of a write', async () => {
    const { one, other, claim, change, age, makeTask } = made
    const id = await makeTask()
    await claim(one, id)
    await age(id, 3 * 24 * 60)
    const { warnings } = (await change(other, id, { note: 'Of another' })).body
    expect(warnings[0].message).toMatch(/ works on it until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/)
  })

  it('of a task whose decision is cancelled has a warning', async () => {
    const { world, one, claim } = made
    const { id, title, tasks } = await makeDecision(world, { tasks: [{ title: 'Step' }] })
    const [task] = tasks as [{ id: number }]
    expect((await claim(one, task.id)).body.warnings).toBeUndefined()
    await world.send('PATCH', `${root}/decisions/${id}`, { status: 'cancelled' })
    const message = `Decision ${id} "${title}" is cancelled. Ask whether the task is still wanted.`
    for (const query of ['?dry_run=1', ''])
      expect((await claim(one, task.id, query)).body.warnings).toEqual([
        { field: 'product_decision_id', message },
      ])
  })

  it('is that of a token from the environment too', async () => {
    const { one, claim, change, makeTask } = made
    const environment = { ...one, headers: { 'x-portfolio-token': environmentToken } }
    const id = await makeTask()
    expect((await claim(environment, id)).body.claim.by).toMatchObject({ type: 'env_token' })
    expect((await claim(one, id)).body.code).toBe('claimed')
    expect((await change(one, id, { delegate_token_id: one.id })).body.task.claim).toBeNull()
    expect((await claim(environment, id)).body.code).toBe('delegated')
  })
})
