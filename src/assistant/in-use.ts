import { Fault } from '../record/fault.ts'

/** Throws where others point to a record: a conflict that says how many of which kind. */
export function refuseInUse(kind: string, pointing: Record<string, number>): void {
  const blocking = Object.fromEntries(Object.entries(pointing).filter(([, count]) => count > 0))
  if (Object.keys(blocking).length > 0)
    throw new Fault('conflict', `The ${kind} is in use.`, undefined, { blocking })
}
