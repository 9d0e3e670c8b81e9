import { seal, unseal } from '../../access/sealed.ts'
import type { Language } from '../../language/languages.ts'
import { phrase } from '../../language/phrase.ts'
import { translate } from '../../language/translate.ts'
import { addressFault } from '../../record/guarded-fetch.ts'
import { fieldSubject } from '../../record/validation/messages.ts'
import { type Outcome, outcomeOf, post } from '../post.ts'
import type { NotificationSettings } from '../settings.ts'
import type { StoredChannel } from './channel.ts'
import { sendMail } from './mail.ts'

const purpose = 'channel'
const headers = { 'content-type': 'application/json' }
// The limit of Telegram.
const maxLength = 4096
const maxNoteLength = 30

/** Encrypts the secret of a channel. */
export function sealChannelSecret(key: Buffer, secret: string): string {
  return seal(key, purpose, secret)
}

type Receiver = Pick<StoredChannel, 'kind' | 'chat_id' | 'email' | 'secret' | 'language'>

/** Sends a message to a channel, as plain text. */
export async function sendToChannel(
  settings: NotificationSettings,
  { kind, chat_id, email, secret: sealed, language }: Receiver,
  { message_id, body: text }: { message_id: string; body: string },
  signal?: AbortSignal,
): Promise<Outcome> {
  const { key, mail, telegramUrl, isLocal } = settings
  if (kind === 'email') {
    if (!mail || email === null) return outcomeOf({ failure: phrase('notifications.mailIsMissing') })
    return sendMail(mail, { id: message_id, to: email, subject: firstLine(text), text }, signal)
  }
  let secret: string
  try {
    secret = unseal(key, purpose, sealed ?? '')
  } catch {
    return outcomeOf({ failure: phrase('notifications.channelUnreadable') })
  }
  if (kind === 'telegram') {
    const url = `${telegramUrl}/bot${secret}/sendMessage`
    const message = { text: shortened(text, language), link_preview_options: { is_disabled: true } }
    const sendTo = (chat_id: string | null) =>
      post({ url, headers, body: JSON.stringify({ chat_id, ...message }), signal, isLocal, isTrusted: true })
    const outcome = await sendTo(chat_id)
    const moved = newChatId(outcome)
    return moved === undefined ? outcome : { ...(await sendTo(moved)), chat_id: moved }
  }
  const failure = addressFault(secret, isLocal, fieldSubject('url'))
  if (failure) return outcomeOf({ failure })
  const body = JSON.stringify({ text: escapeForSlack(text), mrkdwn: false })
  return post({ url: secret, headers, body, signal, isLocal })
}

// Slack reads these characters as markup.
function escapeForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}

// Returns the new id of a group that has become a supergroup. Telegram answers it once instead of sending.
function newChatId({ status, answer }: Outcome): string | undefined {
  const [, id] = (status === 400 && /"migrate_to_chat_id": ?(-?\d{1,20})/.exec(answer ?? '')) || []
  return id
}

// Leaves full lines out, and says how many.
function shortened(text: string, language: Language): string {
  if (text.length <= maxLength) return text
  const kept = text
    .slice(0, maxLength - maxNoteLength)
    .split('\n')
    .slice(0, -1)
  const count = text.split('\n').length - kept.length
  return [...kept, translate(language, 'notifications.moreLines', { count })].join('\n')
}
