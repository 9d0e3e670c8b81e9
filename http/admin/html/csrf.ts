import { randomBytes } from 'node:crypto'
import { type Html, html } from './html.ts'

const name = '_csrf'
const idName = '_form'
const idBytes = 16

/** The cookie whose value the token of a form must match. */
export const csrfCookie = 'csrf'

/**
 * Renders the hidden fields of a form that changes something: the CSRF token, and the id by which the form is stored
 * once, however often it is sent.
 */
export function csrfField(csrf: string): Html {
  const id = randomBytes(idBytes).toString('base64url')
  return html`<input type="hidden" name=${name} value=${csrf} /><input type="hidden" name=${idName} value=${id} />`
}

/** Returns the CSRF token that the body of a request contains. */
export function csrfIn(body: unknown): string | undefined {
  return textIn(body, name)
}

/** Returns the id of the form that the body of a request contains. */
export function formIdIn(body: unknown): string | undefined {
  return textIn(body, idName)
}

/** Returns the fields of a form without its CSRF token, which the same form may have after another one. */
export function fieldsBesideCsrf(body: unknown): [string, unknown][] {
  return Object.entries(body ?? {}).filter(([field]) => field !== name)
}

// In the body of an upload each field is an object.
function textIn(body: unknown, field: string): string | undefined {
  const { [field]: sent } = (body ?? {}) as Record<string, unknown>
  const text = typeof sent === 'object' ? (sent as { value?: unknown } | null)?.value : sent
  return typeof text === 'string' ? text : undefined
}
