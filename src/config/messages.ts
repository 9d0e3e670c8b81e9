import { z } from 'zod'
import { calledUrl, serverUrl } from './rules.ts'

type Settings = { SMTP_URL?: string | undefined; MAIL_FROM?: string | undefined }

const address = /^[^\s@<>"]+@[^\s@<>"]+$/

/** The variables of the messages that channels receive. */
export const messageVariables = {
  SMTP_URL: serverUrl(/^smtps?$/, 'smtp://user:password@mail.example.com:587').optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .refine(
      (text) => address.test(/^[^<>\p{Cc}]*<([^<>]*)>$/u.exec(text)?.[1] ?? text),
      'must be an email address, such as ops@example.com or Operations <ops@example.com>',
    )
    .optional(),
  TELEGRAM_API_URL: calledUrl('https://api.telegram.org').default('https://api.telegram.org'),
}

/** Returns the faults of these variables, each with the variable that it names. */
export function messageFaults({
  SMTP_URL,
  MAIL_FROM,
}: Settings): { name: keyof Settings; message: string }[] {
  if ((SMTP_URL === undefined) === (MAIL_FROM === undefined)) return []
  const name = SMTP_URL === undefined ? 'SMTP_URL' : 'MAIL_FROM'
  return [{ name, message: 'must be set, because SMTP_URL and MAIL_FROM are set together or not at all' }]
}
