#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// What was compiled once is read from the system's temporary folder: a start takes two thirds of the time.
enableCompileCache()
const { runCommandLine: run } = await import('./program.ts')
const { watchOutput } = await import('./answer.ts')
const args = process.argv.slice(2)
// A server goes on where nobody reads it; MCP on stdout knows itself what that means.
if (args[0] === 'serve') process.stdout.on('error', () => undefined)
else if (args[0] !== 'mcp') watchOutput()
process.exitCode = await run(args)
