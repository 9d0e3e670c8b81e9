import { beforeAll, describe, expect, it } from 'vitest'
import { makeDecision, makeTask, root, sql } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
const makeUser = async (name: string) => {
  const user = await makePerson(world, 'manager')
  await sql(world, 'update users set name = $2 where id = $1', user.id, name)
  return { ...user, name }
}
const makers = { decisions: makeDecision, tasks: makeTask }
beforeAll(async () => {
  world = await makeWorld()
})

describe.each(['decisions', 'tasks'] as const)('the filter owner of %s', (kind) => {
  const ownersOf = async (owner: string) => {
    const { status, body } = await world.send('GET', `${root}/${kind}?${new URLSearchParams({ owner })}`)
    expect(status).toBe(200)
    return body[kind].map((record: { owner: string }) => record.owner).toReversed()
  }
  const own = async (...owners: string[]) => {
    for (const owner of owners) await makers[kind](world, { owner })
  }

  it('finds the records of a user under the name and the email, whichever is sent, in any case', async () => {
    const anna = await makeUser(`Анна ${kind}`)
    const spellings = [anna.name, anna.email, anna.name.toUpperCase()]
    await own(...spellings, 'Анна', `${anna.name} jun.`)
    for (const spelling of [...spellings, anna.email.toUpperCase()])
      expect(await ownersOf(spelling), spelling).toEqual(spellings)
    expect(await ownersOf('анна')).toEqual(['Анна'])
  })

  it('compares the text alone where it names no user, a blocked one too', async () => {
    const leaver = await makeUser(`Leaver ${kind}`)
    await own(leaver.name, leaver.email)
    await sql(world, `update users set status = 'blocked' where id = $1`, leaver.id)
    expect(await ownersOf(leaver.name)).toEqual([leaver.name])
    expect(await ownersOf(leaver.email)).toEqual([leaver.email])
  })

  it('finds what belongs to the older of two users with one name only under that user', async () => {
    const [older, younger] = [await makeUser(`Twin ${kind}`), await makeUser(`Twin ${kind}`)]
    await own(older.name, older.email, younger.email)
    expect(await ownersOf(older.name)).toEqual([older.name, older.email])
    expect(await ownersOf(older.email)).toEqual([older.name, older.email])
    expect(await ownersOf(younger.email)).toEqual([younger.email])
  })
})
