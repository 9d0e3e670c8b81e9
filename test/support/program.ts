import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import { onTestFinished } from 'vitest'

type Options = { cwd?: string; env: Record<string, string> }

/** Returns the path of a program on the PATH, or undefined if it is not installed. */
export function find(name: string): string | undefined {
  const paths = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
  return paths.find((path) => existsSync(path))
}

/** Starts a program in its own process group. The group is killed after 45 s, or when the program or the test ends. */
export function start(program: string, args: string[], options: Options) {
  const child = spawn(program, args, { ...options, detached: true })
  const timeout = setTimeout(stop, 45_000)
  child.once('exit', stop)
  onTestFinished(stop)
  return { child, stop }

  function stop() {
    clearTimeout(timeout)
    try {
      process.kill(-(child.pid as number), 'SIGKILL')
    } catch {
      // No process of the group is left.
    }
  }
}

/** Runs a program to its end without input. Colors are removed, since some programs always print them. */
export async function run(program: string, args: string[], options: Options) {
  const { child } = start(program, args, options)
  child.stdin.end()
  const [[code], ...output] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { code, output: stripVTControlCharacters(output.join('')) }
}
