import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import { onTestFinished } from 'vitest'

type Place = { cwd?: string; env: Record<string, string> }

/** Where the program of this name is, if it is installed. */
export function find(name: string): string | undefined {
  const paths = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
  return paths.find((path) => existsSync(path))
}

/** Starts it in a group of its own: it ends in time and with the test, and what it started ends with it. */
export function start(program: string, args: string[], place: Place) {
  const child = spawn(program, args, { ...place, detached: true })
  const limit = setTimeout(stop, 45_000)
  child.once('exit', stop)
  onTestFinished(stop)
  return { child, stop }

  function stop() {
    clearTimeout(limit)
    try {
      process.kill(-(child.pid as number), 'SIGKILL')
    } catch {
      // Nobody of the group is left.
    }
  }
}

/** Runs it to its end, with nothing to read. Colours are taken out: some print them whatever they are told. */
export async function run(program: string, args: string[], place: Place) {
  const { child } = start(program, args, place)
  child.stdin.end()
  const [[code], ...output] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { code, output: stripVTControlCharacters(output.join('')) }
}
