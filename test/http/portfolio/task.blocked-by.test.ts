import { beforeAll, describe, expect, it } from 'vitest'
import { expectValidationErrors, makeTask, root } from '../../support/makers.ts'
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
      [99_999, invalid],
      ['99999', invalid],
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
      'tasks.0.blocked_by': [`The selected tasks.0.blocked_by is invalid.`],
      title: [expect.any(String)],
    })
  })
})
