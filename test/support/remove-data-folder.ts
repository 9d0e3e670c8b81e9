import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { joinEmbedded } from '../../src/database/embedded/join.ts'

/**
 * Stops the server of a data folder and removes the folder. A killed process leaves its server running, and its share
 * of the server lasts until the server notices that its connection has ended. Until then this process is not the last
 * one to leave, and the server would go on writing.
 */
export async function removeDataFolder(folder: string): Promise<void> {
  while (existsSync(join(folder, 'cluster/data/postmaster.pid')))
    await (await joinEmbedded(folder, () => undefined)).leave()
  await rm(folder, { recursive: true })
}
