import type { FastifyReply, FastifyRequest } from 'fastify'
import { copyable } from '../html/copyable.ts'
import { html } from '../html/html.ts'
import { sendPage } from '../request/reply.ts'
import type { ShownOnce } from './action.ts'

/**
 * Sends the only page that contains a new secret, as the answer to its creation. It has no address of its own and is
 * not cached, so neither Back nor Reload shows it again. `next` is the link to continue with.
 */
export function sendSecret(
  request: FastifyRequest,
  reply: FastifyReply,
  { title, about, secret, more }: ShownOnce,
  next: { href: string; label: string },
) {
  const { PUBLIC_URL } = request.server.config
  const shown = typeof secret === 'string' ? secret : secret(PUBLIC_URL)
  const content = () => html`
    <h1>${title}</h1>
    <div class="secret">
      <p>${about} This value is shown only once: save it before you leave this page.</p>
      ${copyable('secret', shown, 'code')}
      ${more?.(PUBLIC_URL)}
      <p><a class="button primary" href=${next.href}>${next.label}</a></p>
    </div>
  `
  return sendPage(request, reply, { title, content }, 201)
}
