import type { Warning } from '../src/record/warning.ts'
import { escapeLine } from './escape-invisible.ts'

// A warning quotes the slug that was sent, and names the current one.
const maxWarningLength = 500

/** Returns the field `warnings` with one text per warning, or no field if there are none. */
export function warningsField(warnings: Warning[]): { warnings?: string[] } {
  if (warnings.length === 0) return {}
  return {
    warnings: warnings.map(({ field, message }) => escapeLine(`${field}: ${message}`, maxWarningLength)),
  }
}
