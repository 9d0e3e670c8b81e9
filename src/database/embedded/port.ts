import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

/** Returns the port for the next start of the server. */
export async function readPort(file: string): Promise<number> {
  return Number(await readFile(file, 'utf8'))
}

/** Stores a random port for the next start, below the ephemeral ports, which outgoing connections use. */
export async function choosePort(file: string): Promise<void> {
  await writeFile(file, String(randomInt(20_000, 30_000)))
}
