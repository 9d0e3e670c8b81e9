import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../../src/access/actor.ts'
import { transact } from '../../../src/database/transaction.ts'
import {
  createSavedFilter,
  listSavedFilters,
  NewSavedFilter,
  removeSavedFilter,
} from '../../../src/people/saved-filter.ts'
import { toFault } from '../../../src/record/database-fault.ts'
import { Fault } from '../../../src/record/fault.ts'
import { validate } from '../../../src/record/validation/validate.ts'
import { atOnce, sql } from '../../support/makers.ts'
import { makePerson, operator } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let anna: Actor
let boris: Actor
let admin: Actor
beforeAll(async () => {
  world = await makeWorld()
  anna = await actorOf('manager')
  boris = await actorOf('manager')
  admin = await actorOf('admin')
})

async function actorOf(role: 'admin' | 'manager'): Promise<Actor> {
  const { id, name } = await makePerson(world, role)
  return {
    ...operator,
    by: { type: 'user', id, name },
    surface: 'admin',
    person: { id, name, role, status: 'active' },
  }
}

const save = (actor: Actor, fields: object) =>
  transact(world.database.orm, (em) =>
    createSavedFilter(
      em,
      actor,
      validate(NewSavedFilter, { collection: 'signals', name: 'Open', query: 'status=open', ...fields }),
    ),
  ).catch((error) => Promise.reject(toFault(error)))
const remove = (actor: Actor, id: number) =>
  transact(world.database.orm, (em) => removeSavedFilter(em, actor, id)).then(
    () => 'removed',
    ({ code }: Fault) => code,
  )
const list = async (actor: Actor, collection: string) =>
  (await listSavedFilters(world.database.read, actor, collection)).map(({ name, is_own }) => [name, is_own])

describe('saved filters', () => {
  it('are listed for their owner, and for others if they are shared', async () => {
    const { id } = await save(anna, { name: 'Mine', query: ' severity=high&q=%25 ' })
    await save(anna, { name: 'Everyone', is_shared: '1', query: '' })
    await save(boris, { name: 'Always', is_shared: true })
    await save(boris, { name: 'Private' })
    await save(boris, { name: 'Elsewhere', is_shared: true, collection: 'canon-rules' })
    expect(await list(anna, 'signals')).toEqual([
      ['Everyone', true],
      ['Mine', true],
      ['Always', false],
    ])
    expect(await list(admin, 'canon-rules')).toEqual([['Elsewhere', false]])
    const own = await listSavedFilters(world.database.read, anna, 'signals')
    expect(own[1]).toEqual({
      id,
      collection: 'signals',
      name: 'Mine',
      query: 'severity=high&q=%25',
      is_shared: false,
      is_own: true,
      owner: { id: anna.person!.id, name: anna.person!.name },
      created_at: expect.stringMatching(/Z$/),
    })
  })

  it('have names that are unique for their owner and list, regardless of case', async () => {
    await save(anna, { name: 'Same', collection: 'bugs' })
    await expect(save(anna, { name: 'sAME', collection: 'bugs' })).rejects.toMatchObject({
      errors: { name: ['The name has already been taken.'] },
    })
    await save(anna, { name: 'Same', collection: 'apps' })
    await save(boris, { name: 'Same', collection: 'bugs' })
  })

  it.each([
    { name: ' ' },
    { name: 'x'.repeat(101) },
    { collection: '../users' },
    { query: 'x'.repeat(2001) },
  ])('reject an invalid field: %o', (fields) => {
    const body = { collection: 'signals', name: 'N', query: 'q=1', ...fields }
    expect(() => validate(NewSavedFilter, body)).toThrow(Fault)
  })

  it('are at most 50 for each user, even if the last two are saved at the same time', async () => {
    const carol = await actorOf('manager')
    await sql(
      world,
      `insert into saved_filters (user_id, collection, name, query) select $1, 'apps', n, '' from generate_series(1, 49) as n`,
      carol.person!.id,
    )
    const saved = await atOnce(2, (index) =>
      save(carol, { name: `Last ${index}` }).then(
        () => 'saved',
        ({ code, message }: Fault) => [code, message],
      ),
    )
    const message = 'You have 50 saved filters, which is the maximum. Delete one first.'
    expect(saved).toEqual(expect.arrayContaining(['saved', ['conflict', message]]))
    await save(boris, { name: 'Of another user' })
  })

  it('are deleted by their owner and by admins only', async () => {
    const owned = await save(anna, { name: 'To delete' })
    const shared = await save(anna, { name: 'To delete by an admin', is_shared: true })
    expect(await remove(boris, owned.id)).toBe('not_found')
    expect(await remove(boris, shared.id)).toBe('policy_denied')
    expect(await remove(anna, owned.id)).toBe('removed')
    expect(await remove(anna, owned.id)).toBe('not_found')
    expect(await remove(admin, shared.id)).toBe('removed')
    await expect(save(operator, {})).rejects.toMatchObject({ code: 'policy_denied' })
  })
})
