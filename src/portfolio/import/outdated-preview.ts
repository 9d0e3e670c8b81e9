import { Fault } from '../../record/fault.ts'
import type { ImportResult } from './result.ts'

const message = 'Records have changed since the preview. This is what the import would do now.'

/** Returns the fault of an import that would do something else than its preview shows. */
export function outdatedPreview(outcome: ImportResult): Fault {
  return new Fault('conflict', message, undefined, { outcome })
}

/** Returns what a rejected import would do, if it was rejected because its preview is outdated. */
export function importOutcomeIn(error: unknown): ImportResult | undefined {
  return error instanceof Fault ? (error.details.outcome as ImportResult | undefined) : undefined
}
