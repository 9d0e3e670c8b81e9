import { type Html, html } from './html.ts'

const name = '_csrf'

/** The cookie whose value the token of a form must match. */
export const csrfCookie = 'csrf'

/** Renders the hidden field that contains the CSRF token of a form. */
export function csrfField(csrf: string): Html {
  return html`<input type="hidden" name=${name} value=${csrf} />`
}

/** Returns the CSRF token that the body of a request contains. In the body of an upload each field is an object. */
export function csrfIn(body: unknown): string | undefined {
  const { [name]: token } = (body ?? {}) as { [name]?: string | { value?: string } }
  return typeof token === 'object' ? token.value : token
}
