import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Html, html } from './html.ts'

const name = '_version'

const Version = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)

/** Renders the hidden field with the version of the record that a form or a button is about. */
export function versionField(version: number | undefined): Html {
  return version === undefined ? null : html`<input type="hidden" name=${name} value=${version} />`
}

/** Returns the version that a request names. Undefined if it names none. */
export function shownVersion({ body }: FastifyRequest): number | undefined {
  return Version.safeParse((body as Record<string, unknown> | undefined)?.[name]).data
}
