import autocannon, { type Options } from 'autocannon'
import type { Server } from './server.ts'

const connections = 16

/** One kind of request, sent to both servers. `path`, `method` and the rest are autocannon's. */
export type Course = Omit<Options, 'url' | 'connections' | 'duration'> & { name: string; wanted: number }
export type Rounds = { rounds: number; seconds: number }

type Run = { throughput: number; cpu: number }

/**
 * Sends the same load to two servers in turns, so that whatever else the machine does hurts both, and prints
 * the medians. The first of `servers` is ours.
 */
export async function duel(
  { name, wanted, ...course }: Course,
  servers: Record<string, Server>,
  { rounds, seconds }: Rounds,
): Promise<void> {
  const runs = Object.entries(servers).map(([label, server]) => ({ label, server, runs: [] as Run[] }))
  for (const { server } of runs) await load(server, course, 1)
  for (let round = 0; round < rounds; round++)
    for (const { server, runs: own } of runs) own.push(await load(server, course, seconds))
  const [ours, theirs] = runs
  if (!ours || !theirs) throw new Error('A duel takes two servers.')
  for (const { label, runs: own } of [ours, theirs])
    console.log(
      `  ${name.padEnd(16)} ${label.padEnd(12)} ${median(own, 'throughput').toFixed(0).padStart(6)} a second, ` +
        `${median(own, 'cpu').toFixed(2)} ms of Node a request`,
    )
  const ratios = ours.runs.map(
    (run, round) => run.throughput / (theirs.runs[round]?.throughput ?? Number.NaN),
  )
  const ratio = middle(ratios)
  console.log(
    `  ${name.padEnd(16)} ratio ${ratio.toFixed(2)} (wanted ${wanted}, rounds ${ratios.map((one) => one.toFixed(2)).join(' ')})` +
      `, Node ${(median(ours.runs, 'cpu') / median(theirs.runs, 'cpu')).toFixed(2)}`,
  )
}

/** Sends a load to one server, and prints the medians. */
export async function solo(
  { name, ...course }: Omit<Course, 'wanted'>,
  server: Server,
  { rounds, seconds }: Rounds,
): Promise<void> {
  const runs: Run[] = []
  await load(server, course, 1)
  for (let round = 0; round < rounds; round++) runs.push(await load(server, course, seconds))
  console.log(
    `  ${name.padEnd(16)} ${'ours'.padEnd(12)} ${median(runs, 'throughput').toFixed(0).padStart(6)} a second, ` +
      `${median(runs, 'cpu').toFixed(2)} ms of Node a request`,
  )
}

async function load(server: Server, course: Omit<Course, 'name' | 'wanted'>, duration: number): Promise<Run> {
  const before = await server.cpu()
  const result = await autocannon({
    ...course,
    url: server.url + course.path + (server.query ?? ''),
    headers: { ...course.headers, ...server.headers },
    connections,
    duration,
  })
  const { total } = result.requests
  if (result.non2xx + result.errors > 0)
    throw new Error(
      `${result.non2xx} answers were refusals and ${result.errors} requests failed: nothing to compare.`,
    )
  return { throughput: total / result.duration, cpu: ((await server.cpu()) - before) / total }
}

function median(runs: Run[], of: keyof Run): number {
  return middle(runs.map((run) => run[of]))
}

/** The middle one of some numbers. */
export function middle(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
