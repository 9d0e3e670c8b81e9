import { type Html, html } from './html.ts'

/** Returns the function that makes a part of a text a link, as an argument of `rich`. */
export function linkTo(href: string): (text: Html[]) => Html {
  return (text) => html`<a href=${href}>${text}</a>`
}
