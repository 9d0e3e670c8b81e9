import { z } from 'zod'
import { nullable, rule } from '../../record/rules/rule.ts'
import { storableString, text, trim } from '../../record/rules/text.ts'
import { maxTurnLength } from './turn.ts'

// An id at the bot: a string or a safe integer, which becomes a string. Telegram has integers.
function botId(description: string) {
  return rule(
    (value) => (Number.isSafeInteger(value) ? String(value) : trim(value)),
    storableString(191).meta({ description }),
  )
}

const about = {
  contact_id: botId('The id of the contact at the bot: a string or an integer'),
  contact_name: nullable(text(255)).optional(),
  message_id: nullable(
    botId('The id of the message at the bot: a string or an integer. A repeated message is stored once'),
  ).optional(),
}

/** A message of a contact to reply to. */
export const Message = z.object({ ...about, text: text(maxTurnLength) }).meta({
  examples: [{ contact_id: 'tg-1001', contact_name: 'Anna', text: 'How much is it?', message_id: '17' }],
})
export type Message = z.output<typeof Message>

/** A message of a contact and the reply that a bot gave elsewhere. */
export const Exchange = z
  .object({ ...about, user_text: text(maxTurnLength), assistant_text: text(maxTurnLength) })
  .meta({
    examples: [{ contact_id: 'tg-1001', user_text: 'How much is it?', assistant_text: 'Nothing at all.' }],
  })
export type Exchange = z.output<typeof Exchange>
