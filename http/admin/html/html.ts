import { html as template } from 'htm/preact'
import { type ComponentChildren, h, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

/** Markup, or a value that is escaped when it is rendered. */
export type Html = ComponentChildren

/** Returns the markup of a template. Every value in it is escaped. */
export const html: (strings: TemplateStringsArray, ...values: unknown[]) => Html = template

/** Renders markup to text. */
export function render(markup: Html): string {
  return renderToString(h('body', null, markup) as VNode).slice('<body>'.length, -'</body>'.length)
}
