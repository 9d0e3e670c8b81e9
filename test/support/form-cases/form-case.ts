import type { Browser, Sent } from '../admin.ts'
import type { AdminWorld } from '../admin-world.ts'
import { sql } from '../makers.ts'

/** A form that can be sent: the page that contains it, the path that it sends to, and what a person enters. */
export type FormCase = {
  page: string
  action: string
  /** The names and values of controls, and of the button that is pressed. */
  fields?: Sent
  /** The lines of a CSV file that is uploaded. */
  lines?: string[]
  /** The form of the page that leads to the form, at the same address. */
  before?: Sent
  /** The browser of the person who sends it, if it is not an admin. */
  browser?: Browser
}

/** Prepares a form that can be sent, on records of its own. */
export type MakeForm = (world: AdminWorld) => Promise<FormCase>

let number = 0

/** Returns a number that no other form has. */
export function nextNumber(): number {
  number += 1
  return number
}

/** Returns the form of a page that sends to the address of the page. */
export function ownForm(page: string, fields?: Sent): FormCase {
  return { page, action: page, ...(fields && { fields }) }
}

/** Returns the id of the newest row of a table. */
export async function lastId(world: AdminWorld, table: string): Promise<number> {
  const [row] = await sql(world, `select max(id) as id from ${table}`)
  return Number(row?.id)
}
