import { beforeAll, expect, it } from 'vitest'
import { callTool, toolDependencies } from '../../../../mcp/call-tool.ts'
import { type AdminWorld, makeAdminWorld } from '../../../../support/admin-world.ts'
import { makeToken, root } from '../../../../support/makers.ts'
import { readPublished } from '../../../../support/published.ts'
import { settled } from '../../../../support/settled.ts'

const word = 'zanzibar'

let world: AdminWorld
let path: string
beforeAll(async () => {
  world = await makeAdminWorld()
  path = `/admin/tasks/${world.made.tasks?.[0]}`
})

const addNote = async (body: string) => {
  await world.manager.get(path)
  expect((await world.manager.post(`${path}/notes`, { body })).status).toBe(303)
}

it('is in no answer of the API and of MCP, and changes none of them', async () => {
  const id = world.made.tasks?.[0]
  const { headers } = await makeToken(world, ['read', 'write'])
  const list = async (address: string) => {
    const { body, headers: sent } = await world.send('GET', root + address, undefined, headers)
    return { body, etag: sent?.etag }
  }
  const answers = async () => ({
    task: await list(`/tasks/${id}`),
    tasks: await list('/tasks'),
    search: await list(`/search?q=${word}`),
    record: (await callTool(toolDependencies(world), 'get_record', { kind: 'task', id: String(id) })).text,
  })
  await settled(world)
  const { next_cursor } = (await list('/changes?limit=200')).body
  const before = await answers()
  await addNote(`Only for people: ${word}`)
  await settled(world)
  expect(withoutMark(await answers())).toEqual(withoutMark(before))
  const newest = await list(`/changes?limit=200&since=${next_cursor}`)
  expect(newest.body.changes).toEqual([])
})

// The warning around data of the portfolio has a number of its own in each answer.
const withoutMark = (answers: unknown) =>
  JSON.stringify(answers).replaceAll(/untrusted-data-[0-9a-f]{12}/g, 'untrusted-data')

it('has no address in the API of the portfolio', async () => {
  const { document } = await readPublished(world.app)
  const paths = Object.keys(document.paths)
  expect(paths).toContain('/api/v1/companies/{id}/notes')
  expect(paths.filter((address) => address.startsWith(root) && address.includes('note'))).toEqual([])
  const answer = await world.send('GET', `${root}/tasks/${world.made.tasks?.[0]}/notes`)
  expect(answer.status).toBe(404)
})

it('is an entry of the activity that changes no value, and keeps a form that was opened before current', async () => {
  await world.admin.get(`${path}/done`)
  await addNote('Nearly finished.')
  const { body } = await world.admin.get('/admin/activity?entity=task')
  expect(body).toMatch(/[Nn]ote added/)
  expect((await world.admin.get('/admin/activity?entity=task&only=changes')).body).not.toMatch(
    /[Nn]ote added/,
  )
  expect((await world.admin.post(`${path}/done`)).status).toBe(303)
})

it('is written by active admins and managers only', async () => {
  await world.inactive.get(path)
  expect((await world.inactive.get(path)).body).not.toContain(`action="${path}/notes"`)
  expect((await world.inactive.post(`${path}/notes`, { body: 'x' })).status).toBe(403)
  await world.user.get('/admin/account')
  expect((await world.user.post(`${path}/notes`, { body: 'x' })).status).toBe(403)
})

it('has no form on the page of a direction', async () => {
  const { body } = await world.admin.get(`/admin/directions/${world.made.directions?.[0]}`)
  expect(body).not.toContain('id="notes"')
})
