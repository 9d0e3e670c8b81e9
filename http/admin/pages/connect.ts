import type { FastifyReply, FastifyRequest } from 'fastify'
import { connect } from '../../../src/people/connection.ts'
import { notFound } from '../../../src/record/fault.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { shownRedirect } from '../../oauth/redirect-address.ts'
import type { Server } from '../../server/server.ts'
import { html } from '../html/html.ts'
import { csrfField } from '../html/post-form.ts'
import { t } from '../html/text.ts'
import { requireWriter } from '../record/row.ts'
import { personOf, sendPage } from '../request/reply.ts'
import { adminWrite } from '../request/write.ts'

/** Registers the page on which a person decides whether a client may read over MCP. */
export function connectPage(app: Server): void {
  app.get('/connect/:id', async (request, reply) => {
    requireWriter(request)
    const asked = await requested(request, reply)
    const { client_name, redirect, isOwnComputer } = asked
    const content = (csrf: string) => html`
      <h1>${t('connect.question', { client: client_name })}</h1>
      <p class="about">
        ${t('connect.effect', { client: client_name, person: visibleName(personOf(request)) })}
      </p>
      <dl class="values">
        <div><dt>${t('connect.client')}</dt><dd>${client_name}</dd></div>
        <div><dt>${t('connect.domain')}</dt><dd>${domainText(asked)}</dd></div>
        <div><dt>${t('connect.returnTo')}</dt><dd>${shownRedirect(redirect)}</dd></div>
      </dl>
      ${isOwnComputer ? html`<p class="caution">${t('connect.ownComputer')}</p>` : null}
      <form method="post" class="buttons">
        ${csrfField(csrf)}
        <button class="primary" name="decision" value="allow">${t('connect.allow')}</button>
        <button name="decision" value="deny">${t('connect.deny')}</button>
      </form>
    `
    const target = redirect.origin === 'null' ? redirect.protocol : redirect.origin
    const policy = String(reply.getHeader('content-security-policy'))
    reply.header(
      'content-security-policy',
      policy.replace("form-action 'self'", `form-action 'self' ${target}`),
    )
    return sendPage(request, reply, { title: t('connect.title', { client: client_name }), content })
  })

  app.post('/connect/:id', async (request, reply) => {
    requireWriter(request)
    const asked = await requested(request, reply)
    const { decision } = (request.body ?? {}) as { decision?: string }
    const isAllowed = decision === 'allow'
    const grantId = await adminWrite(request, async (em, actor) =>
      isAllowed ? connect(em, actor, asked) : undefined,
    )
    const decided = grantId ? { user_id: personOf(request).id, grantId } : null
    return reply.redirect(await decide(request, reply, decided), 303)
  })
}

async function requested(request: FastifyRequest, reply: FastifyReply) {
  const { id } = request.params as { id: string }
  const asked = await request.server.oauth?.request(request, reply, id)
  if (!asked) throw notFound()
  return asked
}

function domainText({ domain, isDomainVerified }: Awaited<ReturnType<typeof requested>>): string {
  if (!domain) return t('connect.noDomain')
  return isDomainVerified ? domain : t('connect.unverifiedDomain', { domain })
}

async function decide(
  request: FastifyRequest,
  reply: FastifyReply,
  decided: { user_id: number; grantId: string } | null,
): Promise<string> {
  const address = await request.server.oauth?.decide(request, reply, decided)
  if (!address) throw notFound()
  return address
}
