import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The root folder of the repository. */
export const root = join(import.meta.dirname, '../../..')

/** The folders of the product, without its tests and documentation. */
export const productFolders = ['src', 'http', 'mcp', 'cli', 'telemetry', 'migrations', 'agent-configs']

/** Returns the path of every file below a folder, relative to that folder. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}

/** Returns the path of every file in these folders of the repository, relative to its root. */
export function filesIn(...folders: string[]): string[] {
  return folders.flatMap((folder) => filesBelow(join(root, folder)).map((path) => join(folder, path)))
}
