import { beforeAll, expect, it } from 'vitest'
import type { Caller } from '../../../src/access/caller.ts'
import { makeProposalsWorld, type ProposalsWorld, signal } from '../../support/proposals-world.ts'
import { settled } from '../../support/settled.ts'
import { callTool, maxResultBytes, sentBytes, toolDependencies } from '../call-tool.ts'

let made: ProposalsWorld
let rejected: number
let asked: number
beforeAll(async () => {
  made = await makeProposalsWorld()
  rejected = await propose('Known already')
  await made.admin.get(`/admin/proposals/${rejected}`)
  await made.admin.post(`/admin/proposals/${rejected}/reject`, { note: 'Duplicate of the last one' })
  asked = await propose('Too severe')
  await made.ask(asked)
})

const propose = (title: string) => made.propose('POST', '/signals', { ...signal, title })
const call = (name: string, args: object, credential = `portfolio_token:${made.token.id}`) =>
  callTool(toolDependencies(made.world), name, args, { credential } as Caller)
const get = async (id: unknown) => call('get_record', { kind: 'proposal', id })

it('list_proposals says how many are not pending, of the caller or of all, and how to list them', async () => {
  const others =
    '1 with status=changes_wanted, 1 with status=decided. Call list_proposals again with that status.'
  const { content } = await call('list_proposals', { mine: true })
  expect(content.next).toBe(`These are pending. Others of yours: ${others}`)
  expect((await call('list_proposals', {})).content.next).toBe(`These are pending. Others: ${others}`)
  const ofOther = { mine: true, status: 'pending' }
  expect((await call('list_proposals', ofOther, 'portfolio_token:99')).content).not.toHaveProperty('next')
  expect((await call('list_proposals', { kind: 'task' })).content).not.toHaveProperty('next')
  const decided = await call('list_proposals', { mine: true, status: 'decided' })
  expect(decided.content.proposals).toMatchObject([{ id: rejected, title: 'Known already' }])
  expect(decided.content).not.toHaveProperty('next')
})

it('get_record returns a proposal as its GET does, its body as untrusted data, and its changes', async () => {
  await settled(made.world)
  const { text, content } = await get(asked)
  const { body } = await made.send('GET', `/proposals/${asked}`)
  expect(content.etag).toBe(body.etag)
  expect(content.proposal).toMatchObject({
    id: asked,
    title: 'Too severe',
    status: 'changes_wanted',
    decision_note: 'Lower the severity',
    body: { ...signal, title: 'Too severe' },
    url: body.proposal.url,
  })
  expect(Object.keys(body.proposal)).toEqual(expect.arrayContaining(Object.keys(content.proposal)))
  expect(content.changes.map(({ event }: { event: string }) => event)).toEqual(['changes_wanted', 'proposed'])
  expect(text.slice(0, text.indexOf('<untrusted-data-'))).not.toContain('Too severe')
})

it('get_record lists proposals to choose from, and says what is wrong with an id', async () => {
  const { content } = await get(undefined)
  expect(content.choose_from).toEqual([
    { id: asked, title: 'Too severe', status: 'changes_wanted' },
    { id: rejected, title: 'Known already', status: 'rejected' },
  ])
  for (const id of ['999999', '99999999999999999999', 'run', '0'])
    expect(await get(id)).toMatchObject({
      isError: true,
      text: expect.stringContaining(`There is no proposal ${id}.`),
    })
})

it('get_record names the route of the proposal for a text that it cuts', async () => {
  const id = await made.propose('PATCH', '/products/run', { summary: 'Ж'.repeat(4000) })
  const { text } = await get(id)
  expect(text).toContain(`[truncated; full text: GET /api/portfolio/proposals/${id}]`)
  expect(text).not.toContain('GET /api/portfolio/changes')
})

it('get_record names what does not fit of a long proposal', async () => {
  const operations = Array.from({ length: 50 }, (_, number) => ({
    operation: 'record_signal',
    body: { ...signal, title: `${number} ${'<"Ж'.repeat(80)}`, body: '<"Ж'.repeat(1000) },
  }))
  const id = await made.propose('POST', '/batch', { operations })
  const { text, content } = await get(id)
  expect(sentBytes(text)).toBeLessThan(maxResultBytes)
  expect(content.next).toBe(
    `Left out: body, changes, preview. GET /api/portfolio/proposals/${id} returns them.`,
  )
  const { proposals } = (await made.send('GET', '/proposals?limit=1')).body
  expect(proposals[0].title).toMatch(/^Batch of 50: 0 </)
})
