import { seal, unseal } from '../access/sealed.ts'
import { addressFault } from './address-fault.ts'
import type { StoredChannel } from './channel.ts'
import { type Outcome, outcomeOf, post } from './post.ts'
import { sendMail } from './send-mail.ts'
import type { NotificationSettings } from './settings.ts'

const purpose = 'channel'
const headers = { 'content-type': 'application/json' }
// The limit of Telegram.
const maxLength = 4096

/** Encrypts the secret of a channel. */
export function sealChannelSecret(key: Buffer, secret: string): string {
  return seal(key, purpose, secret)
}

type Receiver = Pick<StoredChannel, 'kind' | 'chat_id' | 'email' | 'secret'>

/** Sends a message to a channel, as plain text. */
export async function sendToChannel(
  settings: NotificationSettings,
  { kind, chat_id, email, secret: sealed }: Receiver,
  text: string,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { key, mail, telegramUrl, isLocal } = settings
  if (kind === 'email') {
    if (!mail || email === null) return outcomeOf({ failure: 'SMTP_URL and MAIL_FROM are not set.' })
    return sendMail(mail, { to: email, subject: firstLine(text), text }, signal)
  }
  let secret: string
  try {
    secret = unseal(key, purpose, sealed ?? '')
  } catch {
    const failure =
      'The secret cannot be decrypted, because SECRET_KEY has changed. Create the channel again.'
    return outcomeOf({ failure })
  }
  if (kind === 'telegram') {
    const url = `${telegramUrl}/bot${secret}/sendMessage`
    const body = { chat_id, text: shortened(text), link_preview_options: { is_disabled: true } }
    return post({ url, headers, body: JSON.stringify(body), signal, isLocal, isTrusted: true })
  }
  const failure = addressFault(secret, isLocal, 'The url field')
  if (failure) return outcomeOf({ failure })
  return post({ url: secret, headers, body: JSON.stringify({ text: escapeForSlack(text) }), signal, isLocal })
}

// Slack reads these characters as markup.
function escapeForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}

// Leaves whole lines out.
function shortened(text: string): string {
  if (text.length <= maxLength) return text
  return text.slice(0, text.lastIndexOf('\n', maxLength))
}
