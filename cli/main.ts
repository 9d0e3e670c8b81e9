#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// What was compiled once is read from the system's temporary folder: a start takes two thirds of the time.
enableCompileCache()
const { run } = await import('./program.ts')
process.exitCode = await run(process.argv.slice(2))
