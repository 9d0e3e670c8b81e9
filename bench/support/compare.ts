import autocannon, { type Options } from 'autocannon'
import type { Server } from './server.ts'

const connections = 16

/** A kind of request for both servers, as options of autocannon, and the ratio of throughputs to reach. */
export type Scenario = Omit<Options, 'url' | 'connections' | 'duration'> & {
  name: string
  targetRatio: number
  /** Runs before each round of the server with this label, for instance to remove what the last round has stored. */
  prepare?: (label: string) => Promise<unknown>
}
export type Rounds = { rounds: number; seconds: number }

type Run = { throughput: number; cpu: number }

/**
 * Sends the same load to two servers in turns, so that other load of the machine affects both, and prints the
 * medians and their ratio. The first of `servers` is the one of this project.
 */
export async function compare(
  { name, targetRatio, prepare, ...scenario }: Scenario,
  servers: Record<string, Server>,
  { rounds, seconds }: Rounds,
): Promise<void> {
  const runs = Object.entries(servers).map(([label, server]) => ({ label, server, runs: [] as Run[] }))
  for (const { server } of runs) await load(server, scenario, 1)
  for (let round = 0; round < rounds; round++)
    for (const { label, server, runs: serverRuns } of runs) {
      await prepare?.(label)
      serverRuns.push(await load(server, scenario, seconds))
    }
  const [ours, theirs] = runs
  if (!ours || !theirs) throw new Error('A comparison needs two servers.')
  for (const { label, runs: serverRuns } of [ours, theirs])
    console.log(
      `  ${name.padEnd(16)} ${label.padEnd(12)} ${median(serverRuns, 'throughput').toFixed(0).padStart(6)} a second, ` +
        `${median(serverRuns, 'cpu').toFixed(2)} ms of Node a request`,
    )
  const ratios = ours.runs.map(
    (run, round) => run.throughput / (theirs.runs[round]?.throughput ?? Number.NaN),
  )
  const ratio = medianOf(ratios)
  console.log(
    `  ${name.padEnd(16)} ratio ${ratio.toFixed(2)} (target ${targetRatio}, rounds ${ratios.map((value) => value.toFixed(2)).join(' ')})` +
      `, Node ${(median(ours.runs, 'cpu') / median(theirs.runs, 'cpu')).toFixed(2)}`,
  )
}

/** Sends the load to one server, and prints the medians. */
export async function measure(
  { name, ...scenario }: Omit<Scenario, 'targetRatio'>,
  server: Server,
  { rounds, seconds }: Rounds,
): Promise<void> {
  const runs: Run[] = []
  await load(server, scenario, 1)
  for (let round = 0; round < rounds; round++) runs.push(await load(server, scenario, seconds))
  console.log(
    `  ${name.padEnd(16)} ${'ours'.padEnd(12)} ${median(runs, 'throughput').toFixed(0).padStart(6)} a second, ` +
      `${median(runs, 'cpu').toFixed(2)} ms of Node a request`,
  )
}

async function load(
  server: Server,
  scenario: Omit<Scenario, 'name' | 'targetRatio'>,
  duration: number,
): Promise<Run> {
  const before = await server.cpu()
  const result = await autocannon({
    ...scenario,
    url: server.url + scenario.path + (server.query ?? ''),
    headers: { ...scenario.headers, ...server.headers },
    connections,
    duration,
  })
  const { total } = result.requests
  if (result.non2xx + result.errors > 0)
    throw new Error(
      `${result.non2xx} responses were not 2xx and ${result.errors} requests failed, so there is nothing to compare.`,
    )
  return { throughput: total / result.duration, cpu: ((await server.cpu()) - before) / total }
}

function median(runs: Run[], key: keyof Run): number {
  return medianOf(runs.map((run) => run[key]))
}

/** Returns the median, the higher of the middle two for an even count. */
export function medianOf(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
