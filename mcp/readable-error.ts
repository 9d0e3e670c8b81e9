import { type JSONRPCMessage, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { clean } from './clean.ts'
import { escapeLine } from './escape-invisible.ts'

export const invalidMessage = 'Invalid message. Correct it and send it again.'

const Issues = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }))

// The SDK's error message for an invalid message: Zod issues as JSON.
const issuesAsJson = /^(?:Invalid [\w/]+ request: )?(\[\n.*\n\])$/s

// The SDK quotes sent names and URIs as they are.
const maxErrorLength = 500

/**
 * Returns a message with its error as a sentence instead of Zod issues, and with the sent text that the error
 * quotes escaped and truncated.
 */
export function withReadableError(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message)) return message
  const { code, message: text, data } = message.error
  const [, json] = issuesAsJson.exec(text) ?? []
  if (!json) {
    const quoted = data === undefined ? {} : { data: clean(data, maxErrorLength) }
    return { ...message, error: { code, message: escapeLine(text, maxErrorLength), ...quoted } }
  }
  const issues = Issues.parse(JSON.parse(json)).map((issue) => `${issue.path.join('.')}: ${issue.message}.`)
  const sentence = escapeLine(`${invalidMessage} ${issues.join(' ')}`, maxErrorLength)
  return { ...message, error: { code: ProtocolErrorCode.InvalidParams, message: sentence } }
}
