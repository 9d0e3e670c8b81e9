import { expect } from 'vitest'
import { type Browser, signIn } from './admin.ts'
import { makeTask, sql } from './makers.ts'
import { makePerson, type TestUser } from './people.ts'
import type { World } from './world.ts'

/** Creates a manager with a name. */
export async function makeNamed(
  world: World,
  name: string,
  options: Parameters<typeof makePerson>[2] = {},
): Promise<TestUser> {
  const person = await makePerson(world, 'manager', options)
  await sql(world, 'update users set name = $1 where id = $2', name, person.id)
  return { ...person, name }
}

let number = 0

/** Returns a name that no other user has, and that is no part of the name of another. */
export function newName(): string {
  number += 1
  return `Maria Nowak ${String.fromCharCode(96 + number)}`
}

/** Creates a manager with such a name, who is signed in. */
export async function makeMentioned(world: World): Promise<{ user: TestUser; browser: Browser }> {
  const user = await makeNamed(world, newName())
  return { user, browser: await signIn(world, user) }
}

/** Returns the path of the page of a new task. */
export async function newTask(world: World, title: string): Promise<string> {
  return `/admin/tasks/${(await makeTask(world, { title })).id}`
}

/** Writes a note on the page of a record. Returns the id of the note. */
export async function writeNote(
  world: World,
  author: Browser,
  record: string,
  body: string,
): Promise<number> {
  await author.get(record)
  expect((await author.post(`${record}/notes`, { body })).location).toBe(`${record}#notes`)
  const [row] = await sql(world, 'select max(id) as id from notes')
  return Number(row?.id)
}
