import { type ClientConfiguration, clientTitle } from '../src/config/agent-config.ts'

/** Returns the commands that set the variables of the write guide, below a sentence that says where to run them. */
export function exportsBlock(exports: string): string[] {
  return ['For the commands of the write guide, run in the shell in which you start the agent:', exports]
}

/** Formats the configuration of a client for the terminal. */
export function formatConfigBlock(configuration: ClientConfiguration): string {
  const { client, file, text, stdio, link, reminder } = configuration
  const parts = [
    `Configuration of ${client}, for ${file}:`,
    text.trim(),
    'It contains the token. Keep it out of version control.',
  ]
  if (link) parts.push(`Or open this link to add the server to ${clientTitle(client)}:`, link)
  if (reminder) parts.push(reminder)
  if (stdio)
    parts.push(
      'Alternatively, use stdio on this machine, without a token. The client must start the command with the same DATABASE_URL or DATA_DIR as the service, if either is set:',
      stdio.trim(),
    )
  return parts.join('\n\n')
}
