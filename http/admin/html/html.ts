import { html as template } from 'htm/preact'
import { type ComponentChildren, createContext, h, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { Phrase } from '../../../src/language/phrase.ts'
import { firstInvisible, showInvisible } from '../../../src/record/invisible.ts'
import { localized } from './text.ts'

/** Markup, or a value that is escaped when it is rendered. */
export type Html = ComponentChildren

/** Returns the markup of a template. Every value in it is escaped; a sentence of the core is in the language of the page. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  for (const [index, value] of values.entries()) if (value instanceof Phrase) values[index] = localized(value)
  return template(strings, ...values)
}

/** The time zone in which times are shown. */
export const TimeZone = createContext('UTC')

// The values of form controls, which a form sends as they are. Text has no quotation marks and no '<', because it is escaped.
const controlValues = /(<textarea\b[^<]*<\/textarea>| value="[^"]*")/

/**
 * Renders markup to text, with the times of a zone. A character that cannot be seen is shown as its code point, except in
 * the value of a form control.
 */
export function render(markup: Html, zone: string): string {
  const body = h('body', null, markup)
  const page = renderToString(h(TimeZone.Provider, { value: zone, children: body }) as VNode).slice(
    '<body>'.length,
    -'</body>'.length,
  )
  if (firstInvisible(page) === undefined) return page
  return page
    .split(controlValues)
    .map((part, index) => (index % 2 === 1 ? part : showInvisible(part)))
    .join('')
}
