import * as modules from 'node:module'
import { cacheFolder } from '../src/cache-folder.ts'

/**
 * Makes modules that are imported later load faster: they are compiled once and cached, and relative imports are resolved
 * without the file system. The server starts in about two thirds of the time.
 */
export function accelerateModuleLoading(): void {
  // Never in the temporary directory of the system, the default of Node: another user could create the folder there
  // first.
  const folder = cacheFolder()
  if (folder) modules.enableCompileCache(folder)
  modules.registerHooks({ resolve: resolveRelative })
}

// For each relative import, Node searches the file system for the file that is meant. The 5,000 relative imports of the
// server contain the name of the file with its extension, so no search is needed.
const resolveRelative: modules.ResolveHookSync = (specifier, context, nextResolve) => {
  const { parentURL, conditions } = context
  const isFile = /^\.\.?\/.*\.[jt]s$/.test(specifier) && conditions.includes('import')
  if (!isFile || !parentURL) return nextResolve(specifier, context)
  const format = specifier.endsWith('.ts') ? 'module-typescript' : null
  return { url: new URL(specifier, parentURL).href, format, shortCircuit: true }
}
