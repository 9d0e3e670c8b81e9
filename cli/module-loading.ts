import * as modules from 'node:module'
import { cacheFolder } from '../src/cache-folder.ts'

/**
 * Makes the modules that are imported from now on load faster, by a compile cache and by a short way to resolve them.
 * It saves about a third of the start of the server.
 */
export function accelerateModuleLoading(): void {
  // Never in the temporary directory of the system, the default of Node: another user could create the folder there
  // first.
  const folder = cacheFolder()
  if (folder) modules.enableCompileCache(folder)
  modules.registerHooks({ resolve: resolveRelative })
}

// For a file beside the importing one, Node asks the file system which file is meant and what a package says about it.
// The 5,000 imports of the server name a file with its extension, so only the packages need to be asked.
const resolveRelative: modules.ResolveHookSync = (specifier, context, nextResolve) => {
  const { parentURL, conditions } = context
  const isFile = /^\.\.?\/.*\.[jt]s$/.test(specifier) && conditions.includes('import')
  if (!isFile || !parentURL) return nextResolve(specifier, context)
  const format = specifier.endsWith('.ts') ? 'module-typescript' : null
  return { url: new URL(specifier, parentURL).href, format, shortCircuit: true }
}
