#!/usr/bin/env node
// The bin of the package. Node does not strip types in files below node_modules, so an installed package
// strips them by itself. In a checkout Node runs cli/main.ts directly, which is faster.
import { readFileSync } from 'node:fs'
import * as modules from 'node:module'

const { registerHooks, stripTypeScriptTypes } = modules
const packageUrl = new URL('../', import.meta.url).href

if (!registerHooks) {
  console.error(
    `portfolio-ops requires Node.js 24 or later. This is ${process.version}. Install a newer version.`,
  )
  process.exit(1)
}
if (packageUrl.includes('/node_modules/')) {
  // The first call prints a warning that the function is experimental, which is of no use to the user.
  const { emitWarning } = process
  process.emitWarning = () => undefined
  stripTypeScriptTypes('')
  process.emitWarning = emitWarning
  registerHooks({ load })
}

await import('./main.ts')

/** @type {import('node:module').LoadHookSync} */
function load(url, context, next) {
  const isOwnFile = url.startsWith(packageUrl) && !url.slice(packageUrl.length).includes('node_modules/')
  if (!isOwnFile || !url.endsWith('.ts')) return next(url, context)
  const source = stripTypeScriptTypes(readFileSync(new URL(url), 'utf8'))
  return { format: 'module', source, shortCircuit: true }
}
