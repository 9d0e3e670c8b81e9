import type { ActivityEntry } from '../../../src/journal/activity.ts'

const riskyField = /(^|_)status$|health|risk|^product_focus$|^severity$/

/**
 * Returns whether a change deserves to be looked at first: a rule, or a changed status, health, risk, focus or severity of
 * a record that existed.
 */
export function isRisky({ record_type, event, changes }: ActivityEntry): boolean {
  if (record_type === 'canon_rule') return true
  return event !== 'created' && Object.keys(changes).some((name) => riskyField.test(name))
}
