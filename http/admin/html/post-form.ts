import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Message } from '../../../src/record/fault.ts'
import { type Html, html } from './html.ts'
import { t } from './text.ts'

const csrfName = '_csrf'
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
  return html`<input type="hidden" name=${csrfName} value=${csrf} /><input type="hidden" name=${idName} value=${id} />`
}

/** Returns the CSRF token that the body of a request contains. */
export function csrfIn(body: unknown): string | undefined {
  return textIn(body, csrfName)
}

/** Returns the id of the form that the body of a request contains. */
export function formIdIn(body: unknown): string | undefined {
  return textIn(body, idName)
}

/**
 * The hidden field with the records that the controls of a form show. A page adds the suggestions that a person chooses.
 */
export const namesName = '_named'

/**
 * Returns the input of a form: its fields without the CSRF token and the records behind its texts, which the same form may
 * have after others.
 */
export function inputOf(body: unknown): [string, unknown][] {
  return Object.entries(body ?? {}).filter(([field]) => field !== csrfName && field !== namesName)
}

// In the body of an upload each field is an object.
function textIn(body: unknown, field: string): string | undefined {
  const { [field]: sent } = (body ?? {}) as Record<string, unknown>
  const text = typeof sent === 'object' ? (sent as { value?: unknown } | null)?.value : sent
  return typeof text === 'string' ? text : undefined
}

const versionName = '_version'

const Version = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)

/** Renders the hidden field with the version of the record that a form or a button is about. */
export function versionField(version: number | undefined): Html {
  return version === undefined ? null : html`<input type="hidden" name=${versionName} value=${version} />`
}

/** Returns the version that a request names. Undefined if it names none. */
export function shownVersion({ body }: FastifyRequest): number | undefined {
  return Version.safeParse((body as Record<string, unknown> | undefined)?.[versionName]).data
}

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
  label: Message,
  { style, version, key }: Options = {},
): Html {
  return html`<form method="post" action=${action}>
    ${csrfField(csrf)} ${versionField(version)}
    <button class=${style} data-key=${key}>${label}</button>
  </form>`
}

type Confirmation = {
  title: string
  question: Message
  csrf: string
  label: Message
  cancel: string
  style?: 'danger' | 'primary'
  /** The address that the form is sent to. Defaults to the address of the page. */
  action?: string | undefined
  /** The version of what the page shows. */
  version?: number | undefined
  /** What has changed since an earlier page. */
  changed?: Html
  /** What the person decides on. */
  subject?: Html
}

/** Renders a page that asks before a destructive action. It works without JavaScript. */
export function confirmation(options: Confirmation): Html {
  const {
    title,
    question,
    csrf,
    label,
    cancel,
    style = 'danger',
    action,
    version,
    changed,
    subject,
  } = options
  return html`
    <h1>${title}</h1>
    ${changed}
    <form method="post" action=${action} class="record">
      ${csrfField(csrf)} ${versionField(version)}
      <p>${question}</p>
      <div class="buttons">
        <button class=${style}>${label}</button>
        <a class="button" href=${cancel}>${t('form.cancel')}</a>
      </div>
    </form>
    ${subject}
  `
}
