/** A turn of a conversation, as the language model receives it. */
export type ChatTurn = { role: 'user' | 'assistant'; content: string }

/** Where the system prompt is sent: as a system message, in front of the first user message, or not at all. */
export const systemRoles = ['system', 'user', 'none'] as const
export type SystemRole = (typeof systemRoles)[number]

/**
 * Returns the prompt of a request. The template of many models rejects a conversation that does not start with the user
 * or has two turns in a row with the same role, so leading replies are left out and such turns are merged.
 */
export function chatMessages(
  turns: ChatTurn[],
  systemPrompt: string,
  role: SystemRole,
): { instructions?: string; messages: ChatTurn[] } {
  const messages: ChatTurn[] = []
  for (const turn of turns) {
    const last = messages.at(-1)
    if (last?.role === turn.role) last.content += `\n\n${turn.content}`
    else if (last || turn.role === 'user') messages.push({ ...turn })
  }
  if (systemPrompt === '' || role === 'none') return { messages }
  if (role === 'system') return { instructions: systemPrompt, messages }
  const [first] = messages
  if (first) first.content = `${systemPrompt}\n\n${first.content}`
  return { messages }
}
