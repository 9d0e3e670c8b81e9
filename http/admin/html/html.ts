import { html as template } from 'htm/preact'
import { type ComponentChildren, createContext, h, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

/** Markup, or a value that is escaped when it is rendered. */
export type Html = ComponentChildren

/** Returns the markup of a template. Every value in it is escaped. */
export const html: (strings: TemplateStringsArray, ...values: unknown[]) => Html = template

/** The time zone in which times are shown. */
export const TimeZone = createContext('UTC')

/** Renders markup to text, with the times of a zone. */
export function render(markup: Html, zone: string): string {
  const body = h('body', null, markup)
  return renderToString(h(TimeZone.Provider, { value: zone, children: body }) as VNode).slice(
    '<body>'.length,
    -'</body>'.length,
  )
}
