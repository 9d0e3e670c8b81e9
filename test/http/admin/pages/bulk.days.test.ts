import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { createRecord } from '../../../support/admin-world.ts'
import { applyForm, previewRows } from '../../../support/bulk.ts'
import { makeDecision, makeTask, root, sql } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: Browser
beforeAll(async () => {
  world = await makeWorld()
  admin = await signIn(world, await makePerson(world))
  await admin.get('/admin/tasks')
})

const read = async (path: string) => (await world.send('GET', `${root}/${path}`)).body

describe('the day of several records', () => {
  const change = async (collection: string, ids: string[], field: string, value: string) => {
    const preview = await admin.post(`/admin/${collection}/bulk`, { ids, field, value })
    const { action, fields } = applyForm(preview)
    return {
      rows: previewRows(preview, 'changes'),
      status: preview.status,
      apply: () => admin.post(action, fields),
    }
  }

  it('is set and cleared for tasks and service tasks', async () => {
    const service = await createRecord(admin, 'service-tasks', { title: 'Renew', assignee: 'Anna' })
    const tasks = [await makeTask(world, { title: 'One' }), await makeTask(world, { title: 'Two' })]
    for (const [collection, ids, title] of [
      ['tasks', tasks.map(({ id }) => String(id)), 'Two'],
      ['service-tasks', [String(service)], 'Renew'],
    ] as const) {
      const days = () =>
        sql(
          world,
          `select due_at from ${collection.replace('-', '_')} where id = any($1::bigint[])`,
          ids,
        ).then((rows) => rows.map(({ due_at }) => due_at))
      const set = await change(collection, [...ids], 'due_at', '2099-02-03')
      expect(set.rows.at(-1)).toEqual([title, '–', '3 Feb 2099'])
      expect((await set.apply()).status).toBe(303)
      expect(new Set(await days())).toEqual(new Set(['2099-02-03']))
      const cleared = await change(collection, [...ids], 'due_at', '')
      expect(cleared.rows.at(-1)).toEqual([title, '3 Feb 2099', '–'])
      expect((await cleared.apply()).status).toBe(303)
      expect(new Set(await days())).toEqual(new Set([null]))
    }
  })

  it('is set for decisions, which always have one', async () => {
    const { id } = await makeDecision(world, { title: 'Grow' })
    const set = await change('decisions', [String(id)], 'review_at', '2099-02-03')
    expect((await set.apply()).status).toBe(303)
    expect((await read(`decisions/${id}`)).decision).toMatchObject({ review_at: '2099-02-03' })
    expect((await change('decisions', [String(id)], 'review_at', '')).status).toBe(422)
    expect((await change('decisions', [String(id)], 'review_at', 'soon')).status).toBe(422)
  })

  it('is cleared like the owner of tasks, and unlike their status', async () => {
    const { id } = await makeTask(world, { title: 'Owned', owner: 'Anna' })
    expect((await change('tasks', [String(id)], 'status', '')).status).toBe(422)
    expect((await admin.post('/admin/tasks/bulk', { ids: String(id), field: 'owner' })).status).toBe(422)
    const cleared = await change('tasks', [String(id)], 'owner', '')
    expect(cleared.rows).toEqual([['Owned', 'Anna', '–']])
    await cleared.apply()
    expect((await read(`tasks/${id}`)).task).toMatchObject({ owner: null })
  })
})
