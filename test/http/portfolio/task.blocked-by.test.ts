import { beforeAll, describe, expect, it } from 'vitest'
import { atOnce, expectValidationErrors, makeTask, root, sql } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const tasks = `${root}/tasks`

describe('the field blocked_by', () => {
  const invalid = 'The selected blocked by is invalid.'

  it('stores the id of a task or a text, as sent', async () => {
    const { id } = await makeTask(world)
    const stored = [
      [id, id],
      [`${id}`, id],
      [' The store ', 'The store'],
      ['', null],
      ['2 of 3', '2 of 3'],
    ]
    for (const [blocked_by, expected] of stored) {
      const task = await makeTask(world, { blocked_by, note: ' Why ' })
      expect([task.blocked_by, task.note]).toEqual([expected, 'Why'])
      const { body } = await world.send('PATCH', `${tasks}/${task.id}`, { blocked_by: id, note: null })
      expect(body.task).toMatchObject({ blocked_by: id, note: null })
      expect((await world.send('GET', `${tasks}/${task.id}`)).body.task).toEqual(body.task)
    }
  })

  it('rejects a task that does not exist, the task itself, and other values', async () => {
    const { id } = await makeTask(world)
    const cases = [
      [99_999, `${invalid} There is no task 99999.`],
      ['99999', `${invalid} There is no task 99999.`],
      ['0', invalid],
      [0, invalid],
      ['9007199254740993', invalid],
      [id, `${invalid} A task cannot block itself.`],
      ['x'.repeat(256), 'The blocked by field must not be greater than 255 characters.'],
      [true, 'The blocked by field must be a string.'],
    ]
    for (const [blocked_by, blocked_by_error] of cases)
      expectValidationErrors(await world.send('PATCH', `${tasks}/${id}`, { blocked_by }), {
        blocked_by: blocked_by_error,
      })
    const answer = await world.send('POST', `${root}/decisions`, {
      tasks: [{ title: 'T', blocked_by: 99_999 }],
    })
    expect(answer.body.errors).toMatchObject({
      'tasks.0.blocked_by': ['The selected tasks.0.blocked_by is invalid. There is no task 99999.'],
      title: [expect.any(String)],
    })
  })

  it('rejects a task that is done or cancelled, in every write, but not one that was named before', async () => {
    for (const status of ['done', 'cancelled']) {
      const [finished, waiting] = [await makeTask(world), await makeTask(world)]
      const patch = (id: number, body: object) => world.send('PATCH', `${tasks}/${id}`, body)
      await sql(world, 'update tasks set blocked_by = $1 where id = $2', finished.id, waiting.id)
      await sql(world, 'update tasks set status = $1 where id = $2', status, finished.id)
      const blocked_by = finished.id
      const sentence = (field: string) =>
        `The selected ${field} is invalid. Task ${finished.id} is ${status}.`
      const errors = { blocked_by: sentence('blocked by') }
      expectValidationErrors(await patch((await makeTask(world)).id, { blocked_by }), errors)
      const task = { title: 'T', direction_slug: 'utilities', blocked_by }
      expectValidationErrors(await world.send('POST', tasks, task), errors)
      const decision = {
        title: 'D',
        decision_type: 'scale',
        owner: 'Anna',
        decision: 'Grow.',
        review_at: '2099-01-01',
        direction_slug: 'utilities',
        tasks: [{ title: 'T' }, { title: 'T', blocked_by }],
      }
      expectValidationErrors(await world.send('POST', `${root}/decisions`, decision), {
        'tasks.1.blocked_by': sentence('tasks.1.blocked_by'),
      })
      expect((await patch(waiting.id, { title: 'Renamed', blocked_by })).status).toBe(200)
    }
  })

  it.each([2, 3, 5])('rejects the change that closes a cycle of %i tasks', async (length) => {
    const ids = await chainOf(length)
    const link = (index: number) => blockByNext(ids, index)
    for (let index = 0; index < length - 1; index++) expect((await link(index)).status).toBe(200)
    const before = ids.at(-2)
    expectValidationErrors(await link(length - 1), {
      blocked_by: `${invalid} Task ${before} waits for this task.`,
    })
  })

  it.each([2, 3, 5])(
    'stores no cycle of %i tasks that are changed at once, and does not wait',
    async (length) => {
      const startedAt = performance.now()
      for (let round = 0; round < 8; round++) {
        const ids = await chainOf(length)
        const answers = await atOnce(length, (index) => blockByNext(ids, index))
        expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(length - 1).fill(200), 422])
      }
      // PostgreSQL ends a deadlock after a second.
      expect(performance.now() - startedAt).toBeLessThan(8000)
    },
  )

  const chainOf = (length: number) => atOnce(length, async () => Number((await makeTask(world)).id))
  const blockByNext = (ids: number[], index: number) =>
    world.send('PATCH', `${tasks}/${ids[index]}`, { blocked_by: ids[(index + 1) % ids.length] })
})
