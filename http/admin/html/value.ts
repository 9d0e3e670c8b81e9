import type { Enumeration } from '../../../src/record/rules/enumeration.ts'
import { badge } from './display.ts'
import type { Html } from './html.ts'
import { words } from './words.ts'

/** Returns the label of a value of an enumeration in the language of the page. */
export function valueLabel(_enumeration: Enumeration, value: string): string {
  return words(value)
}

/** Renders a value of an enumeration as a badge. */
export function valueBadge(_enumeration: Enumeration, value: string): Html {
  return badge(value)
}
