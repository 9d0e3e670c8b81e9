import { beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../../support/admin.ts'
import { type BoardWorld, board, cardIn, columnsOf, day, makeBoardWorld } from '../../../support/board.ts'
import { makeGuardedRule } from '../../../support/guarded-world.ts'
import { sql } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { textOf } from '../../../support/proposals-world.ts'

let world: BoardWorld['world']
let people: BoardWorld['people']
let anna: BoardWorld['anna']
let ben: BoardWorld['ben']
let task: BoardWorld['task']
let stored: BoardWorld['stored']
beforeAll(async () => {
  ;({ world, people, anna, ben, task, stored } = await makeBoardWorld())
})

/** Opens the board and sends the form of a card. */
async function move(id: number, fields: Record<string, string>, filters = '') {
  await anna.get(`${board}${filters}`)
  return anna.post(`${board}/${id}${filters}`, { blocked_by: '', ...fields })
}

describe('a card of the board', () => {
  it('is moved by its form to another column, as by the form of the task', async () => {
    const id = await task('Moves', { owner: people.anna.name })
    const filters = `?owner=${encodeURIComponent(people.anna.email)}`
    const { status, location } = await move(id, { status: 'in-progress' }, filters)
    expect([status, location]).toEqual([303, `${board}${filters}#task-${id}`])
    const page = await anna.get(`${board}${filters}`)
    expect(page.body).toContain('“Moves” is in progress.')
    expect(columnsOf(page)['in-progress']).toContain('Moves')
    await move(id, { status: 'done' })
    expect(await stored(id)).toMatchObject({ status: 'done', done_at: expect.any(String) })
    const [entry] = await sql(
      world,
      `select changes, actor, surface from history where record_type = 'task' and record_id = $1 order by id desc`,
      id,
    )
    expect(entry).toMatchObject({
      changes: { status: { from: 'in-progress', to: 'done' } },
      actor: { id: people.anna.id },
      surface: 'admin',
    })
  })

  it('is moved to the blocked ones with a reason, which another move removes', async () => {
    const id = await task('Gets stuck')
    await move(id, { status: 'blocked', blocked_by: 'The lawyers' })
    expect(await stored(id)).toMatchObject({ status: 'blocked', blocked_by: 'The lawyers' })
    expect(textOf(await anna.get(board))).toContain('waits for: The lawyers')
    // What blocks it is known.
    expect((await move(id, { status: 'blocked' })).status).toBe(303)
    expect(await stored(id)).toMatchObject({ status: 'blocked', blocked_by: 'The lawyers' })
    await move(id, { status: 'open' })
    expect(await stored(id)).toMatchObject({ status: 'open', blocked_by: null })
  })

  it.each([
    [{ status: 'blocked' }, 'The blocked by field is required.'],
    [{ status: 'blocked', blocked_by: '999999' }, 'The selected blocked by is invalid.'],
    [{ status: 'cancelled' }, 'The selected status is invalid.'],
    [{}, 'The status field is required.'],
  ])('is not moved by %j, and says why', async (fields, message) => {
    const id = await task('Stays')
    const page = await move(id, fields)
    expect(page.status).toBe(422)
    const card = cardIn(page, id)
    expect(card).toContain(message)
    expect(card).toMatch(/<details open/)
    expect(card).toMatch(/aria-describedby="[^"]*-error"[^>]*aria-invalid="true"/)
    expect(columnsOf(page).open).toContain('Stays')
    expect(await stored(id)).toMatchObject({ status: 'open', blocked_by: null })
  })

  it('is said to be where another person has moved it, if it is sent where the page showed it', async () => {
    const id = await task('Blocked meanwhile')
    await Promise.all([anna.get(board), ben.get(board)])
    await ben.post(`${board}/${id}`, { status: 'blocked', blocked_by: 'The lawyers' })
    const { location = '' } = await anna.post(`${board}/${id}?owner=A&owner=B`, {
      status: 'open',
      blocked_by: '',
    })
    expect(location).toBe(`${board}#task-${id}`)
    expect((await anna.get(location)).body).toContain('“Blocked meanwhile” is blocked.')
    expect(await stored(id)).toMatchObject({ status: 'blocked', blocked_by: 'The lawyers' })
  })

  it('is not moved if another person has moved it since, until it is sent again', async () => {
    const id = await task('Contested')
    await Promise.all([anna.get(board), ben.get(board)])
    await ben.post(`${board}/${id}`, { status: 'in-progress', blocked_by: '' })
    const page = await anna.post(`${board}/${id}`, { status: 'done', blocked_by: '' })
    expect(page.status).toBe(409)
    expect(cardIn(page, id)).toContain(
      `${people.ben.name} changed this to “In progress” after you opened the form.`,
    )
    expect(columnsOf(page)['in-progress']).toContain('Contested')
    expect((await anna.post(`${board}/${id}`, { status: 'done', blocked_by: '' })).status).toBe(303)
    expect(await stored(id)).toMatchObject({ status: 'done' })
  })

  it('is not moved against a guard, which its form says', async () => {
    const id = await task('Guarded')
    const admin = await signIn(world, await makePerson(world))
    const guard_when = `write.kind == 'task' && after.status == 'done' && after.id == ${id}`
    await makeGuardedRule(world, admin, {
      guard_when,
      guard_effect: 'refuse',
      guard_message: 'Only after the release.',
    })
    const page = await move(id, { status: 'done' })
    expect(page.status).toBe(422)
    expect(cardIn(page, id)).toContain('Only after the release.')
    expect(await stored(id)).toMatchObject({ status: 'open' })
  })

  it('says above the board why it was not moved if the board does not show it', async () => {
    const id = await task('Out of sight', { owner: 'Carla' })
    const page = await move(id, { status: 'blocked' }, `?due_from=${day(300)}`)
    expect(page.status).toBe(422)
    expect(textOf(page)).toContain('“Out of sight” was not moved. The blocked by field is required.')
  })

  it('says which tasks it no longer blocks', async () => {
    const id = await task('Blocks')
    const waiting = await task('Follows', { blocked_by: id })
    await move(id, { status: 'done' })
    expect((await anna.get(board)).body).toContain('“Blocks” is done. No longer blocked: “Follows”.')
    expect(await stored(waiting)).toMatchObject({ status: 'open' })
  })

  it('has no form for an inactive manager, whose request is 403, and is 404 if there is no such task', async () => {
    const id = await task('Read only')
    const idle = await signIn(world, await makePerson(world, 'manager', { status: 'inactive' }))
    expect(cardIn(await idle.get(board), id)).not.toContain('<form')
    expect((await idle.post(`${board}/${id}`, { status: 'done' })).status).toBe(403)
    expect((await move(999999, { status: 'done' })).status).toBe(404)
    const user = await signIn(world, await makePerson(world, 'user'))
    expect((await user.get(board)).status).toBe(403)
  })
})
