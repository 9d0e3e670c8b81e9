/** The part of autocannon in use here. The package has no types. */
declare module 'autocannon' {
  export type Request = { method?: string; path?: string; headers?: Record<string, string>; body?: string }
  export type Options = Request & {
    url: string
    connections: number
    duration: number
    /** Sent in turn on each connection. */
    requests?: (Request & { setupRequest?: <R extends object>(request: R) => R & { body: string } })[]
    /** Requests a second over all connections. */
    overallRate?: number
    setupClient?: (client: {
      setBody: (body: string) => void
      on: (event: 'response', listener: () => void) => void
    }) => void
  }
  export type Result = {
    requests: { total: number }
    duration: number
    non2xx: number
    errors: number
    latency: { p50: number; p99: number }
  }
  export default function autocannon(options: Options): Promise<Result>
}
