#!/usr/bin/env node
// The package's bin. Node runs no TypeScript below node_modules, where an installed package is, so that we take the
// types off ourselves there. In a checkout cli/main.ts runs as it is, which is quicker.
import { readFileSync } from 'node:fs'
import * as modules from 'node:module'

const { registerHooks, stripTypeScriptTypes } = modules
const home = new URL('../', import.meta.url).href

if (!registerHooks) {
  console.error(`portfolio-ops needs Node 24 or newer, and this is ${process.version}: install a newer one.`)
  process.exit(1)
}
if (home.includes('/node_modules/')) {
  // Its first call warns that it is experimental, which whoever runs us has no use for.
  const { emitWarning } = process
  process.emitWarning = () => undefined
  stripTypeScriptTypes('')
  process.emitWarning = emitWarning
  registerHooks({ load })
}

await import('./main.ts')

/** @type {import('node:module').LoadHookSync} */
function load(url, context, next) {
  const ours = url.startsWith(home) && !url.slice(home.length).includes('node_modules/')
  if (!ours || !url.endsWith('.ts')) return next(url, context)
  const source = stripTypeScriptTypes(readFileSync(new URL(url), 'utf8'))
  return { format: 'module', source, shortCircuit: true }
}
