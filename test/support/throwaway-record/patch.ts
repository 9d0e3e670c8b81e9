import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesBelow } from './files.ts'
import { insertions } from './insertions.ts'

const newFiles = join(import.meta.dirname, 'new')
const addedPaths = filesBelow(newFiles).map((path) => path.replace(/\.txt$/, ''))

/** The path of every file that the record `memo` adds or edits. */
export const patchedPaths = [...addedPaths, ...Object.keys(insertions)]

/** Adds the record `memo` to a copy of the product. Throws if a new file exists, or if an anchor is missing. */
export function addRecord(folder: string): void {
  for (const path of addedPaths) {
    const target = join(folder, path)
    if (existsSync(target)) throw new Error(`${path} exists already. Rename the file of the record memo.`)
    mkdirSync(dirname(target), { recursive: true })
    cpSync(join(newFiles, `${path}.txt`), target)
  }
  for (const [path, list] of Object.entries(insertions)) {
    const target = join(folder, path)
    let source = readFileSync(target, 'utf8')
    for (const { anchor, text } of list) {
      if (!source.includes(anchor))
        throw new Error(
          `${path} does not contain the anchor ${JSON.stringify(anchor)}. Correct insertions.ts.`,
        )
      source = source.replace(anchor, () => anchor + text)
    }
    writeFileSync(target, source)
  }
}
