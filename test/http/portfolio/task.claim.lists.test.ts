import { beforeAll, expect, it } from 'vitest'
import { tools } from '../../../mcp/server.ts'
import { answerOf, toolDependencies } from '../../mcp/call-tool.ts'
import { type ClaimsWorld, makeClaimsWorld } from '../../support/claims.ts'
import { atOnce, makeProduct, makeToken, root } from '../../support/makers.ts'

let made: ClaimsWorld
beforeAll(async () => {
  made = await makeClaimsWorld()
})

const titles = ({ body }: { body: { tasks: { title: string }[] } }) => body.tasks.map(({ title }) => title)

it('the list of tasks is filtered by delegate and claimable, which mean the caller', async () => {
  const { world, one, other, send, claim, age, makeTask } = made
  const { slug: product_slug } = await makeProduct(world)
  const make = (title: string, fields: object = {}) => makeTask({ product_slug, title, ...fields })
  const free = await make('free')
  await make('mine', { delegate_token_id: one.id })
  await make('running', { status: 'in-progress' })
  await make('of another', { delegate_token_id: other.id })
  await make('blocked', { blocked_by: 'x' })
  await make('done', { status: 'done', delegate_token_id: one.id })
  const claimed = await make('claimed')
  const environment = { ...one, headers: {} as typeof one.headers }
  const list = (query: string, agent = one) =>
    send(agent, 'GET', `/tasks?product_slug=${product_slug}&${query}`)
  await claim(one, claimed)
  expect(titles(await list('claimable=1'))).toEqual(['running', 'mine', 'free'])
  expect(titles(await list('claimable=1', other))).toEqual(['of another', 'running', 'free'])
  expect(titles(await list('claimable=1', environment))).toEqual(['running', 'free'])
  expect(titles(await list('claimable=0'))).toEqual(['claimed', 'done', 'blocked', 'of another'])
  expect(titles(await list('delegate=me'))).toEqual(['done', 'mine'])
  expect(titles(await list('delegate=me', other))).toEqual(['of another'])
  expect(titles(await list('delegate=me', environment))).toEqual([])
  expect(titles(await list(`delegate=${one.id}`, other))).toEqual(['done', 'mine'])
  expect(titles(await list(`delegate=${one.id}&claimable=1`, other))).toEqual([])
  await age(claimed, 0)
  expect(titles(await list('claimable=1&limit=1'))).toEqual(['claimed'])
  await claim(other, free)
  expect(titles(await list('claimable=1'))).toEqual(['claimed', 'running', 'mine'])
})

it('a filter that names no agent is 422', async () => {
  const { one, send } = made
  const fault = async (query: string) => (await send(one, 'GET', `/tasks?${query}`)).body.errors
  for (const value of ['you', '0', '-1', '1.5', '1,2', '9'.repeat(20)])
    expect(await fault(`delegate=${value}`), value).toEqual({ delegate: [expect.any(String)] })
  const unknown = 'The selected delegate is invalid. There is no portfolio token 99999.'
  expect(await fault('delegate=99999')).toEqual({ delegate: [unknown] })
  expect(await fault('claimable=maybe')).toHaveProperty('claimable')
})

it('each agent gets its own list, also at once', async () => {
  const { world, send, makeTask } = made
  const agents = await atOnce(5, () => makeToken(world))
  for (const { id, name } of agents)
    await makeTask({ title: name, delegate_token_id: id, direction_slug: 'fitness' })
  const queries = ['delegate=me', 'claimable=1&direction_slug=fitness&limit=1']
  const answers = await Promise.all(
    agents.flatMap((agent) => queries.map((query) => send(agent, 'GET', `/tasks?${query}`))),
  )
  expect(answers.map(titles)).toEqual(agents.flatMap(({ name }) => [[name], [name]]))
  expect((await world.send('GET', `${root}/tasks?delegate=me`)).body.tasks).toEqual([])
})

it('list_tasks means its caller too, and shows delegate and claim', async () => {
  const { world, claim, makeTask } = made
  const { slug: product_slug } = await makeProduct(world)
  const [agent, rival] = [await makeToken(world), await makeToken(world)]
  const id = await makeTask({ product_slug, title: 'For the agent', delegate_token_id: agent.id })
  const call = async (args: object, caller?: typeof agent) => {
    const { tasks, ...rest } = await answer({ product_slug, ...args }, caller)
    return tasks ?? rest
  }
  const answer = async (args: object, caller?: typeof agent) => {
    const by = caller && ({ type: 'portfolio_token', id: caller.id, name: caller.name } as const)
    const tool = tools.find(({ name }) => name === 'list_tasks')
    const sender = by && { caller: { by, credential: `portfolio_token:${by.id}`, abilities: ['read'] } }
    return answerOf((await tool?.call(toolDependencies(world), args, sender)) as never)
  }
  const delegate = { type: 'portfolio_token', id: agent.id, name: agent.name }
  const [found, ...others] = await call({ claimable: true }, agent)
  expect([found, others]).toMatchObject([{ id, delegate }, []])
  // Tools leave out what is null.
  expect(found).not.toHaveProperty('claim')
  for (const args of [{ claimable: true }, { delegate: 'me' }]) {
    expect(await call(args, rival)).toEqual([])
    expect(await call(args)).toEqual([])
  }
  expect(await call({ delegate: 'me' }, agent)).toMatchObject([{ id }])
  expect(await call({ delegate: agent.id }, rival)).toMatchObject([{ id }])
  await claim(agent, id)
  expect(await call({ claimable: true }, agent)).toEqual([])
  expect(await call({ delegate: 'me', full: true }, agent)).toMatchObject([
    { claim: { by: { id: agent.id } } },
  ])
})
