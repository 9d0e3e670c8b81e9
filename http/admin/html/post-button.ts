import { csrfField } from './csrf.ts'
import { type Html, html } from './html.ts'
import { versionField } from './version-field.ts'

type Options = {
  style?: 'danger' | 'primary' | 'plain'
  /** The version of the record that the page shows. */
  version?: number | undefined
  /** The key that presses the button. */
  key?: string
}

/** Renders a button that sends a POST without further input. It works without JavaScript. */
export function postButton(
  action: string,
  csrf: string,
  label: string,
  { style, version, key }: Options = {},
): Html {
  return html`<form method="post" action=${action}>
    ${csrfField(csrf)} ${versionField(version)}
    <button class=${style} data-key=${key}>${label}</button>
  </form>`
}
