import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { makeReceiver, type Received } from './receiver.ts'

/** Returns a new secret of the Standard Webhooks specification. */
export function newSecret(bytes = 32): string {
  return `whsec_${randomBytes(bytes).toString('base64')}`
}

/** Returns the handler that answers the challenge of a subscription, and every delivery with a status. */
export function verifying(status = 200) {
  return (response: ServerResponse, { text }: Received) => {
    const { type, challenge } = JSON.parse(text)
    if (type === 'verification') response.end(JSON.stringify({ challenge }))
    else response.writeHead(status).end('A secret of the receiver')
  }
}

/** Starts a receiver that verifies. `occurrences` returns the deliveries that it got. */
export async function makeSubscriber() {
  const receiver = await makeReceiver()
  receiver.answerWith(verifying())
  return {
    ...receiver,
    occurrences: () => receiver.requests.filter(({ text }) => JSON.parse(text).type !== 'verification'),
    /** Returns the parameters that subscribe to changes of signals. */
    request: (changes: object = {}, delivery: object = {}) => ({
      name: 'record.changed',
      arguments: { entity: 'signal' },
      ...changes,
      delivery: { mode: 'webhook', url: receiver.url, secret: newSecret(), ...delivery },
    }),
  }
}
export type Subscriber = Awaited<ReturnType<typeof makeSubscriber>>
