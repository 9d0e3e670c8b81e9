import { z } from 'zod'
import { nullable, rule } from '../../record/rule.ts'
import { storableString, text, trim } from '../../record/text.ts'
import { longestTurn } from './turn.ts'

/** How a bot names a contact: a string, or a number that JSON keeps exactly. */
const ContactId = rule(
  (value) => (Number.isSafeInteger(value) ? String(value) : trim(value)),
  storableString(191).meta({ description: 'How the bot knows the contact: a string or an integer' }),
)

const about = {
  contact_id: ContactId,
  contact_name: nullable(text(255)).optional(),
  message_id: nullable(text(191))
    .optional()
    .describe('How the bot knows the message: the same one sent again is stored once'),
}

/** A message of a contact that is to be answered. */
export const Message = z.object({ ...about, text: text(longestTurn) }).meta({
  examples: [{ contact_id: 'tg-1001', contact_name: 'Anna', text: 'How much is it?', message_id: '17' }],
})
export type Message = z.output<typeof Message>

/** What a contact said and what was answered elsewhere. */
export const Exchange = z
  .object({ ...about, user_text: text(longestTurn), assistant_text: text(longestTurn) })
  .meta({
    examples: [{ contact_id: 'tg-1001', user_text: 'How much is it?', assistant_text: 'Nothing at all.' }],
  })
export type Exchange = z.output<typeof Exchange>
