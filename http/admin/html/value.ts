import { confidenceLevels, severities } from '../../../src/portfolio/vocabulary.ts'
import { type Enumeration, labelOf } from '../../../src/record/rules/enumeration.ts'
import { type Html, html } from './html.ts'
import { localized } from './text.ts'
import { words } from './words.ts'

// The tone of a value is its color. Every other value is neutral.
const tones: Record<string, string> = {
  active: 'good',
  ok: 'good',
  core: 'good',
  confirmed: 'good',
  done: 'good',
  resolved: 'good',
  applied: 'good',
  fixed: 'good',
  released: 'good',
  won: 'good',
  completed: 'good',
  verified: 'good',
  met: 'good',
  live: 'good',
  scale: 'good',
  'growth-point': 'good',
  critical: 'bad',
  blocked: 'bad',
  rejected: 'bad',
  problem: 'bad',
  disputed: 'bad',
  removed: 'bad',
  'not-met': 'bad',
  high: 'warn',
  risk: 'warn',
  suspicious: 'warn',
  partly: 'warn',
  pending: 'warn',
  changes_wanted: 'warn',
  'in-review': 'warn',
  'product-candidate': 'warn',
  overdue: 'warn',
  sunset: 'warn',
}

/**
 * Returns the label of a value of an enumeration in the language of the page. A text that is no value of it, such as one
 * in an old entry of the history, is shown as words.
 */
export function valueLabel(enumeration: Enumeration, value: string): string {
  return localized(labelOf(enumeration, value) ?? words(value))
}

/** Renders a value of an enumeration as a badge. */
export function valueBadge(enumeration: Enumeration, value: string): Html {
  // A high severity is a warning, a high confidence is not.
  const tone = enumeration === confidenceLevels && value === 'high' ? 'good' : tones[value]
  return coloredBadge(tone, valueLabel(enumeration, value))
}

/** Renders the severity of a signal as a badge. A growth point does no harm, however large the chance is. */
export function severityBadge(severity: string, signal_type: unknown): Html {
  return signal_type === 'growth-point'
    ? coloredBadge('good', valueLabel(severities, severity))
    : valueBadge(severities, severity)
}

function coloredBadge(tone: string | undefined, label: string): Html {
  return html`<span class=${`badge ${tone ?? ''}`}>${label}</span>`
}
