import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onFileFinished } from './cleanup.ts'

/** A proxy that serves a server under a path, which it strips. Like nginx it passes on the Host header. */
export type PrefixProxy = {
  origin: string
  /** The paths of the requests that had another path, which were answered with 502. */
  elsewhere: string[]
  /** Sets the server to which requests are forwarded. */
  forwardTo: (port: number) => void
}

/** Starts such a proxy, which adds headers to the answers. It is closed after the test file. */
export async function prefixProxy(prefix: string, added: Record<string, string> = {}): Promise<PrefixProxy> {
  const elsewhere: string[] = []
  let port = 0
  const proxy = createServer((incoming, answer) => {
    const { method, headers, url = '' } = incoming
    if (!/^(\/|\?|$)/.test(url.slice(prefix.length)) || !url.startsWith(prefix)) {
      // Browsers ask for it by themselves.
      if (url !== '/favicon.ico') elsewhere.push(url)
      answer.writeHead(502).end()
      return
    }
    const path = url.slice(prefix.length).replace(/^(?!\/)/, '/')
    const forwarded = request({ host: '127.0.0.1', port, method, headers, path }, (received) => {
      answer.writeHead(received.statusCode ?? 502, { ...received.headers, ...added })
      received.pipe(answer)
    })
    incoming.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onFileFinished(async () => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const { port: ownPort } = proxy.address() as AddressInfo
  const forwardTo = (target: number) => {
    port = target
  }
  return { origin: `http://127.0.0.1:${ownPort}`, elsewhere, forwardTo }
}
