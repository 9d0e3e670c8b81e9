import { randomInt } from 'node:crypto'
import { readText, writeText } from './file.ts'
import type { Account } from './run.ts'

/** Returns the port for the next start of the server. */
export function readPort(file: string, account: Account): number {
  return Number(readText(file, account))
}

/** Stores a random port for the next start, below the ephemeral ports, which outgoing connections use. */
export function choosePort(file: string, account: Account): void {
  writeText(file, 'replace', String(randomInt(20_000, 30_000)), account)
}
