import { vi } from 'vitest'
import { runCommandLine } from '../../cli/program.ts'

const { PATH = '', HOME = '' } = process.env
const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * Runs a command in the process of the test, which takes a tenth of the time of `run`. It does not prove that a process
 * of the command ends by itself, so each command also needs a test with `run`.
 */
export async function runHere(environment: Record<string, string>, ...args: string[]) {
  const { env, exitCode } = process
  const listeners = signals.map((signal) => process.listeners(signal))
  const output = { out: '', err: '' }
  const collect = (name: 'out' | 'err') => (text: string | Uint8Array) => {
    output[name] += text
    return true
  }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(collect('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(collect('err')),
  ]
  process.env = { PATH, HOME, ...environment }
  process.exitCode = undefined
  try {
    const code = await runCommandLine(args)
    return { code, ...output, json: () => JSON.parse(output.out) }
  } finally {
    for (const spy of spies) spy.mockRestore()
    Object.assign(process, { env, exitCode })
    // A command does not remove its listeners, because its process ends.
    for (const [index, signal] of signals.entries())
      for (const listener of process.listeners(signal))
        if (!listeners[index]?.includes(listener)) process.off(signal, listener)
  }
}
