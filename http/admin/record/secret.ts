import type { FastifyReply, FastifyRequest } from 'fastify'
import { copyable } from '../html/display.ts'
import { html } from '../html/html.ts'
import { localized, t } from '../html/text.ts'
import { renderPage, sendPage } from '../request/reply.ts'
import type { ShownOnce } from './action.ts'

/**
 * Sends the only page that contains a new secret, as the answer to its creation. It has no address of its own and is
 * not cached, so neither Back nor Reload shows it again. Its form, sent again, is answered without the secret. `next` is
 * the link to continue with.
 */
export async function sendSecret(
  request: FastifyRequest,
  reply: FastifyReply,
  shownOnce: ShownOnce,
  next: { href: string; label: string },
) {
  const { about, secret, more } = shownOnce
  const title = localized(shownOnce.title)
  const { PUBLIC_URL } = request.server.config
  const shown = typeof secret === 'string' ? secret : secret(PUBLIC_URL)
  const link = html`<p><a class="button primary" href=${next.href}>${next.label}</a></p>`
  const repeated = () => html`
    <h1>${title}</h1>
    <p>${t('credential.secretRepeated')}</p>
    ${link}
  `
  if (request.sentForm)
    request.sentForm.page = await renderPage(request, reply, { title, content: repeated }, 201)
  const content = () => html`
    <h1>${title}</h1>
    <div class="secret">
      <p>${t('credential.secretOnce', { about: localized(about) })}</p>
      ${copyable('secret', shown, 'code')}
      ${more?.(PUBLIC_URL)}
      ${link}
    </div>
  `
  return sendPage(request, reply, { title, content }, 201)
}
