import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../../src/access/actor.ts'
import type { SessionFinder } from '../../../src/access/current-session.ts'
import { guessableSentence } from '../../../src/access/password.ts'
import { changeOwnPassword } from '../../../src/people/password.ts'
import { toFault } from '../../../src/record/database-fault.ts'
import { sql } from '../../support/makers.ts'
import { client, makeFinder, makeWebUser } from '../../support/sessions.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let find: SessionFinder
beforeAll(async () => {
  world = await makeWorld()
  find = await makeFinder(world)
})

describe('the own password', () => {
  const change = (actor: Actor, current_password: string, password: string) =>
    changeOwnPassword(world.database.orm, actor, { current_password, password }, client)

  it('replaces every session by a new one and revokes every token', async () => {
    const person = await makeWebUser(world, 'user')
    const [current, other] = await Promise.all([1, 2].map(() => person.start()))
    const { secret, session } = await change(person.actor, person.password, 'my new password')
    expect([await find(current!.secret), await find(other!.secret)]).toEqual([null, null])
    expect(await find(secret)).toMatchObject(session)
    expect((await person.send('GET', '/auth/tokens')).status).toBe(401)
    const entry = `select event, actor, surface, changes from history
      where record_type = 'user' and record_id = $1 order by id desc limit 1`
    expect(await sql(world, entry, person.id)).toEqual([
      { event: 'updated', actor: person.actor.by, surface: 'admin', changes: {} },
    ])
  })

  it('is changed only with the correct current password, and ends nothing otherwise', async () => {
    const person = await makeWebUser(world, 'user')
    const { secret } = await person.start()
    expect(await change(person.actor, 'not my password', 'my new password').catch(toFault)).toMatchObject({
      code: 'validation_failed',
      errors: { current_password: ['The current password is incorrect.'] },
    })
    expect(await change(person.actor, person.password, 'too short').catch(toFault)).toMatchObject({
      errors: { password: ['The password field must be at least 12 characters.'] },
    })
    expect(await find(secret)).not.toBeNull()
  })

  it('is not replaced by one that could be guessed', async () => {
    const person = await makeWebUser(world, 'user')
    for (const password of ['password1234', person.email, `${person.name} 2026!`])
      expect(await change(person.actor, person.password, password).catch(toFault)).toMatchObject({
        errors: { password: [`The password field ${guessableSentence}`] },
      })
  })

  it('is not changed by an inactive user', async () => {
    const person = await makeWebUser(world, 'user', 'inactive')
    const denied = { code: 'policy_denied' }
    expect(await change(person.actor, person.password, 'my new password').catch(toFault)).toMatchObject(
      denied,
    )
  })

  it('is changed once if two requests change it at the same time, and one session is left', async () => {
    const person = await makeWebUser(world, 'user')
    const changes = ['the first password', 'the second password'].map((password) =>
      change(person.actor, person.password, password).catch(toFault),
    )
    const outcomes = await Promise.all(changes)
    expect(outcomes.filter((outcome) => outcome instanceof Error)).toHaveLength(1)
    expect(await sql(world, 'select 1 from sessions where user_id = $1', person.id)).toHaveLength(1)
  })
})
