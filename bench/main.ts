import { parseArgs } from 'node:util'
import { adminBench } from './admin.ts'
import { agentWeekBench } from './agent-week.ts'
import { botsBench } from './bots.ts'
import { clicksBench } from './clicks.ts'
import { grownBench } from './grown.ts'
import { guardsBench } from './guards.ts'
import { mapBench } from './map.ts'
import { marketBench } from './market.ts'
import { mcpBench } from './mcp.ts'
import { npxBench } from './npx.ts'
import { operationsBench } from './operations.ts'
import { portfolioBench } from './portfolio.ts'
import { searchBench } from './search.ts'

const benches = {
  portfolio: portfolioBench,
  operations: operationsBench,
  admin: adminBench,
  'agent-week': agentWeekBench,
  mcp: mcpBench,
  bots: botsBench,
  map: mapBench,
  market: marketBench,
  clicks: clicksBench,
  guards: guardsBench,
  grown: grownBench,
  search: searchBench,
  npx: npxBench,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    // Takes minutes: fills the largest tables with 5,000,000 rows instead of 500,000.
    full: { type: 'boolean', default: false },
    // The name of a database of the benchmark "grown" that is filled once and then kept.
    keep: { type: 'string' },
  },
})
const unknown = positionals.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
  console.error(`Unknown benchmark "${unknown.join('", "')}". Known: ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}
const rounds = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  full: values.full,
  keep: values.keep,
}

for (const [name, bench] of Object.entries(benches)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  console.log(`${name}: ${rounds.rounds} rounds of ${rounds.seconds} s, medians`)
  await bench(rounds)
}
