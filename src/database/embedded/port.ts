import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

/** The port that the next start asks for. */
export async function readPort(file: string): Promise<number> {
  return Number(await readFile(file, 'utf8'))
}

/** Below the ports that systems lend to outgoing connections, so that no client's own end ever sits on it. */
export async function choosePort(file: string): Promise<void> {
  await writeFile(file, String(randomInt(20_000, 30_000)))
}
