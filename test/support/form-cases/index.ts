import type { AdminWorld } from '../admin-world.ts'
import type { FormCase } from './form-case.ts'
import { importForms } from './imports.ts'
import { notificationForms } from './notifications.ts'
import { otherForms } from './others.ts'
import { recordForm } from './records.ts'
import { workForms } from './work.ts'

const forms = { ...workForms, ...importForms, ...notificationForms, ...otherForms }

/** Prepares a form that sends to a route of the web interface. Throws an Error for a route that it does not know. */
export async function makeForm(world: AdminWorld, route: string): Promise<FormCase> {
  const form = (await forms[route]?.(world)) ?? (await recordForm(world, route))
  if (!form) throw new Error(`No form is sent to ${route}. Add one to test/support/form-cases.`)
  return form
}
