import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The WebSocket endpoint of the browser that all test files share. */
    browser: string
  }
}

/** The browser of the tests. */
export const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
/** Starts it without connections of its own. */
export const args = [
  'no-sandbox',
  'disable-gpu',
  'disable-quic',
  'no-first-run',
  'disable-background-networking',
  'disable-component-update',
  'disable-sync',
].map((flag) => `--${flag}`)
// On several threads, V8 takes more processor time in total, and the tests already use every processor.
const singleThreaded = '--js-flags=--single-threaded'

/** Provides one browser for the test run, if it is installed. */
export default async function browserServer(project: TestProject) {
  if (!existsSync(executablePath)) return
  const server = await chromium.launchServer({ executablePath, args: [...args, singleThreaded] })
  project.provide('browser', server.wsEndpoint())
  return () => server.close()
}
