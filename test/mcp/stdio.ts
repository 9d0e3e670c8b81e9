import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const main = new URL('../../cli/main.ts', import.meta.url).pathname

/**
 * Sends messages, or lines as they are, closes stdin, and waits for the process to end. `durationMs` is the time from
 * its first answer on.
 */
export async function runStdio(messages: (object | string)[], env: Record<string, string>) {
  const child = spawn(process.execPath, [main, 'mcp'], { env })
  const ended = once(child, 'exit')
  let answeredAt = Date.now()
  child.stdout.once('data', () => {
    answeredAt = Date.now()
  })
  const sent = messages.map((message) => (typeof message === 'string' ? message : JSON.stringify(message)))
  child.stdin.end(sent.join('\n'))
  const [lines, errors] = await Promise.all([collect(child.stdout), collect(child.stderr)])
  const [code] = await ended
  // biome-ignore lint/suspicious/noExplicitAny: responses of every shape
  const answers = lines.map((line): any => JSON.parse(line))
  return { code, errors: errors.join('\n'), answers, durationMs: Date.now() - answeredAt }
}

async function collect(stream: NodeJS.ReadableStream): Promise<string[]> {
  const lines: string[] = []
  for await (const line of createInterface({ input: stream })) lines.push(line)
  return lines
}
