import { setTimeout as sleep } from 'node:timers/promises'
import { token } from './machines.ts'

const url = 'http://127.0.0.31/api/portfolio'
const headers = { 'x-portfolio-token': token, 'content-type': 'application/json' }
const writers = 8
const pauseMs = 50

/** An answered write: the title of its signal, and when it was sent and answered. */
type Acknowledged = { title: string; sentAt: number; answeredAt: number }

/**
 * Writes signals through the proxy until `stop`. A write that failed is repeated with the same key until it succeeds.
 */
export function writeLoad(name: string) {
  const acknowledged: Acknowledged[] = []
  const failures = new Map<string, number>()
  let stopping = false
  const write = async (writer: number) => {
    for (let number = 0; !stopping; number++) {
      const title = `${name} ${writer} ${number}`
      while (!stopping) {
        const sentAt = performance.now()
        const outcome = await post(title)
        if (outcome === '201') {
          acknowledged.push({ title, sentAt, answeredAt: performance.now() })
          break
        }
        failures.set(outcome, (failures.get(outcome) ?? 0) + 1)
        await sleep(pauseMs)
      }
    }
  }
  const done = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  const stop = async () => {
    stopping = true
    await done
  }
  return { acknowledged, failures, stop }
}

// Returns the status, or the name of the error if there is no response.
async function post(title: string): Promise<string> {
  const body = JSON.stringify({ direction_slug: 'utilities', signal_type: 'risk', title })
  try {
    const response = await fetch(`${url}/signals`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': title.replaceAll(' ', '-') },
      body,
      signal: AbortSignal.timeout(30_000),
    })
    await response.body?.cancel()
    return String(response.status)
  } catch (error) {
    return ((error as Error).cause as { code?: string })?.code ?? (error as Error).name
  }
}

/** Follows the change feed through the proxy until `stop`, and starts again if its cursor has expired. */
export function follower() {
  let created: string[] = []
  let cursor = ''
  let expired = 0
  let stopping = false
  const follow = async () => {
    for (let caughtUp = false; !stopping || !caughtUp; ) {
      const response = await fetch(`${url}/changes?limit=200${cursor && `&since=${cursor}`}`, {
        headers,
      }).catch(() => undefined)
      caughtUp = false
      if (response?.status === 410) {
        expired += 1
        created = []
        cursor = ''
      }
      if (!response?.ok) {
        await response?.body?.cancel()
        await sleep(pauseMs)
        continue
      }
      const { changes, next_cursor, has_more } = (await response.json()) as Page
      for (const { entity, event, title } of changes)
        if (entity === 'signal' && event === 'created') created.push(title)
      cursor = next_cursor
      caughtUp = !has_more
      if (caughtUp) await sleep(pauseMs)
    }
  }
  const done = follow()
  /** Reads the feed to its end. Returns the titles of the created signals, and how often the cursor expired. */
  const stop = async () => {
    // A request that has begun before may not return the last changes, nor one while a transaction is open.
    await sleep(2000)
    stopping = true
    await done
    return { created, expired }
  }
  return { stop }
}

type Page = {
  changes: { entity: string; event: string; title: string }[]
  next_cursor: string
  has_more: boolean
}
