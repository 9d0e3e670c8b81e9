import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ClaimsWorld, makeClaimsWorld } from '../../support/claims.ts'
import { atOnce, byStatus, copyNewest, makeRule, makeToken, root, sql } from '../../support/makers.ts'
import { start } from '../../support/program.ts'
import type { Answer } from '../../support/world.ts'

let made: ClaimsWorld
beforeAll(async () => {
  made = await makeClaimsWorld()
})

describe('a request to claim', () => {
  it('requires a token with the scope write or propose, and a task', async () => {
    const { world, makeTask, send } = made
    const id = await makeTask()
    const path = `/tasks/${id}/claim`
    const wrong = { ...made.one, headers: { 'x-portfolio-token': 'wrong' } }
    const reader = await makeToken(world, ['read'])
    for (const method of ['POST', 'DELETE']) {
      expect(await send(wrong, method, path)).toMatchObject({
        status: 403,
        body: { code: 'unauthenticated' },
      })
      expect(await send(reader, method, path)).toMatchObject({
        status: 403,
        body: { code: 'missing_ability', required_ability: 'write' },
      })
      for (const unknown of ['99999', 'x'])
        expect((await send(made.one, method, `/tasks/${unknown}/claim`)).status).toBe(404)
      expect((await send(made.one, method, path, { by: 'me' })).body.errors).toHaveProperty('by')
      expect((await send(made.one, method, `${path}?force=1`)).body.errors).toHaveProperty('force')
    }
    expect((await send(made.one, 'GET', path)).status).toBe(405)
  })

  it('shows a token that may not read only the claim and the id of the task', async () => {
    const { world, makeTask } = made
    const { id: agent, name, headers } = await makeToken(world, ['propose'])
    const id = await makeTask()
    const answer = await world.app.inject({ method: 'POST', url: `${root}/tasks/${id}/claim`, headers })
    expect(answer.statusCode).toBe(200)
    const by = { type: 'portfolio_token', id: agent, name }
    const { task, claim } = answer.json()
    expect(claim).toMatchObject({ by })
    expect(task).toEqual({ id, claim })
  })

  it('is never a proposal, and no guard is asked', async () => {
    const { world, makeTask, claim, release, change } = made
    const id = await makeTask()
    const rule = await makeRule(world)
    await sql(
      world,
      `update canon_rules set approved_by = '{"type":"user","id":1,"name":"A"}', guard_effect = 'refuse',
         guard_when = 'write.kind == ''task''' where id = $1`,
      rule.id,
    )
    const proposer = await makeToken(world, ['read', 'propose'])
    expect((await change(proposer, id, { note: 'x' })).body.code).toBe('canon_guard')
    expect((await claim(proposer, id)).status).toBe(200)
    expect((await release(proposer, id)).status).toBe(200)
    await sql(world, 'delete from canon_rules where id = $1', rule.id)
  })

  it('stores nothing as a dry run', async () => {
    const { one, other, makeTask, claim, send, read, events } = made
    const id = await makeTask()
    expect(await claim(one, id, '?dry_run=1')).toMatchObject({
      status: 200,
      body: { message: 'Task would be claimed.', dry_run: true, claim: { by: { id: one.id } } },
    })
    expect((await read(id)).claim).toBeNull()
    await claim(one, id)
    expect((await claim(other, id, '?dry_run=1')).body.code).toBe('claimed')
    const released = await send(one, 'DELETE', `/tasks/${id}/claim?dry_run=1`)
    expect(released.body.message).toBe('Task would be released.')
    expect((await read(id)).claim).not.toBeNull()
    expect((await events(id)).map(({ event }) => event)).toEqual(['created', 'claimed'])
  })

  it('is stored once for an Idempotency-Key', async () => {
    const { one, other, makeTask, claim, release, read } = made
    const id = await makeTask()
    const key = { 'idempotency-key': 'claim' }
    const first = await claim(one, id, '', key)
    await release(one, id)
    const second = await claim(one, id, '', key)
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(second.body).toEqual(first.body)
    expect((await read(id)).claim).toBeNull()
    expect((await claim(other, id, '', key)).status).toBe(200)
  })

  it('is documented in the write guide', async () => {
    const { world } = made
    const guide = async (operation: string) =>
      (await world.send('GET', `${root}/write-api/${operation}`)).body
    const path = `${root}/tasks/{id}/claim`
    expect(await guide('claim_task')).toMatchObject({ method: 'POST', path })
    expect(await guide('release_task')).toMatchObject({ method: 'DELETE', path })
    const { body } = await world.send('GET', `${root}/write-api`)
    const names = body.operations.map(({ operation }: { operation: string }) => operation)
    expect(names).toEqual(expect.arrayContaining(['claim_task', 'release_task']))
    const batch = await world.send('POST', `${root}/batch`, {
      operations: [{ operation: 'claim_task', key: 1, body: {} }],
    })
    expect(batch.body.errors).toHaveProperty(['operations.0.operation'])
  })
})

const claimer = `
  const [url, headers, ids] = process.argv.slice(1)
  process.stdin.once('data', async () => {
    const answers = []
    for (const id of JSON.parse(ids)) {
      const answer = await fetch(url + '/tasks/' + id + '/claim', { method: 'POST', headers: JSON.parse(headers) })
      answers.push({ status: answer.status, body: await answer.json() })
    }
    process.stdout.end(JSON.stringify(answers))
    process.stdin.destroy()
  })
  process.stdout.write('ready')`

/** Starts a process that claims tasks, and waits until it has loaded. Returns the function that has it claim them. */
async function startClaimer(url: string, headers: object, ids: number[]) {
  const args = ['--input-type=module', '--eval', claimer, url, JSON.stringify(headers), JSON.stringify(ids)]
  const { child } = start(process.execPath, args, { env: {} })
  await once(child.stdout, 'data')
  return async (): Promise<Pick<Answer, 'status' | 'body'>[]> => {
    child.stdin.end('go')
    return JSON.parse(await text(child.stdout))
  }
}

describe('many requests to claim at once', () => {
  it('give each of 100 tasks to exactly one of 20 agents, each a process of its own', async () => {
    const { world, makeTask } = made
    const agents = await atOnce(20, () => makeToken(world))
    await makeTask({ title: 'Of many' })
    await copyNewest(world, 'tasks', 99)
    const stored = await sql(world, `select id::int from tasks where title = 'Of many' order by id`)
    const ids = stored.map(({ id }) => Number(id))
    const url = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}${root}`
    const processes = await Promise.all(
      agents.map(({ headers }, number) => {
        // Each tries 25 tasks, so each task is tried by five. Half of the agents go backwards.
        const own = [...ids, ...ids].slice(number * 5, number * 5 + 25)
        return startClaimer(url, headers, number % 2 ? own : own.toReversed())
      }),
    )
    const answers = (await Promise.all(processes.map((claimAll) => claimAll()))).flat()
    expect(byStatus(answers)).toEqual({ 200: 100, 409: 400 })
    const taken = answers.filter(({ status }) => status === 200)
    const holders = await sql(
      world,
      'select task_id::int, token_id::int from task_claims where task_id = any($1)',
      ids,
    )
    expect(holders).toHaveLength(100)
    for (const { body } of taken)
      expect(holders).toContainEqual({ task_id: body.task.id, token_id: body.claim.by.id })
  }, 60_000)

  it('give one task to exactly one of 20', async () => {
    const { world, claim, makeTask } = made
    const agents = await atOnce(20, () => makeToken(world))
    const id = await makeTask()
    const answers = await Promise.all(agents.map((agent) => claim(agent, id)))
    expect(byStatus(answers)).toEqual({ 200: 1, 409: 19 })
  })

  it('leave no claim of a task that is finished at the same time', async () => {
    const { world, one, other, claim, change, makeTask } = made
    for (let round = 0; round < 5; round++) {
      const id = await makeTask()
      const claims = [one, other].map((agent) => claim(agent, id))
      const answers = await Promise.all([...claims, change(one, id, { status: 'done' })])
      for (const { status } of answers) expect([200, 409]).toContain(status)
      expect(await sql(world, 'select from task_claims where task_id = $1', id)).toEqual([])
    }
  })
})
