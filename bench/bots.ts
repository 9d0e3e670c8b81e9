import { compare, type Rounds } from './support/compare.ts'
import { benchDatabase } from './support/database.ts'
import { startServer } from './support/server.ts'

const contacts = 5000

/** Compares logging of bot conversations (contact, conversation, both turns) with a server written by hand. */
export async function botsBench(rounds: Rounds): Promise<void> {
  const bench = await benchDatabase()
  try {
    const environment = { DATABASE_URL: bench.url }
    const [ours, byHand] = await Promise.all(['ours', 'bots'].map((name) => startServer(name, environment)))
    if (!ours || !byHand) throw new Error('A server did not start.')
    const scenario = {
      path: '/api/v1/bot/main/log',
      method: 'POST' as const,
      headers: { 'content-type': 'application/json' },
      requests: [{ setupRequest: <R extends object>(request: R) => ({ ...request, body: message() }) }],
    }
    await compare({ ...scenario, name: 'bot log', targetRatio: 0.6 }, { ours, 'by hand': byHand }, rounds)
    await Promise.all([ours, byHand].map((server) => server.stop()))
  } finally {
    await bench.close()
  }
}

function message(): string {
  return JSON.stringify({
    contact_id: `contact-${Math.floor(Math.random() * contacts)}`,
    user_text: 'How much is the QR scanner without advertising?',
    assistant_text: 'It is 2.99 a month, or 14.99 a year.',
  })
}
