import type { FastifyReply, FastifyRequest } from 'fastify'
import { everyEvent } from '../../../../src/notifications/events.ts'
import { listWebhooks } from '../../../../src/notifications/read.ts'
import { NewWebhook } from '../../../../src/notifications/webhook.ts'
import type { FieldErrors } from '../../../../src/record/fault.ts'
import { type Control, controlsOf } from '../../form/controls.ts'
import { form } from '../../form/form.ts'
import { html } from '../../html/html.ts'
import type { FormValues } from '../../record/record.ts'
import { sendPage } from '../../request/reply.ts'
import { notificationsAddress } from './parts.ts'
import { webhookTable } from './webhook-table.ts'

/** What a form sent that is invalid, and why. */
export type Rejected = { values: FormValues; errors: FieldErrors }

const title = 'Notifications'

/** Shows the webhooks and the form of a new one. */
export async function showNotifications(request: FastifyRequest, reply: FastifyReply, rejected?: Rejected) {
  const { read, notifications } = request.server
  const webhooks = await listWebhooks(read)
  const content = (csrf: string) => html`
    <div>
      <h1>${title}</h1>
      <p class="about">Programs that this server tells about changes of the portfolio.</p>
    </div>
    ${notifications ? null : html`<p class="notice warning">Nothing is sent, because SECRET_KEY is not set. Set it to 32 bytes in base64, the same for all servers of the database.</p>`}
    <section class="part" aria-labelledby="webhooks">
      <h2 id="webhooks">Webhooks</h2>
      ${webhooks.length === 0 ? html`<p class="absent">There is no webhook.</p>` : webhookTable(webhooks, csrf)}
    </section>
    ${
      notifications
        ? html`<section class="part" aria-labelledby="new-webhook">
          <h2 id="new-webhook">New webhook</h2>
          <p class="help">
            Each change is sent as JSON in a POST to the URL, signed as the Standard Webhooks specification says. It begins
            with the changes after the creation.
          </p>
          ${form({
            action: `${notificationsAddress}/webhooks`,
            csrf,
            controls: webhookControls(),
            values: rejected?.values ?? {},
            errors: rejected?.errors ?? {},
            submit: 'Create',
          })}
        </section>`
        : null
    }
  `
  return sendPage(request, reply, { title, content }, rejected ? 422 : 200)
}

function webhookControls(): Control[] {
  return controlsOf(NewWebhook).map((control) => {
    const { options } = control
    if (!options) return control
    return {
      ...control,
      options: options.map((option) => ({
        ...option,
        meaning: option.value === everyEvent ? 'all events' : undefined,
      })),
    }
  })
}
