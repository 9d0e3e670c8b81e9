import * as modules from 'node:module'
import { cacheFolder } from '../src/cache-folder.ts'

/**
 * Makes modules that are imported later load faster: they are compiled once and cached, and the imports of the program
 * are resolved without the file system where possible. The server starts in about two thirds of the time.
 */
export function accelerateModuleLoading(): void {
  // Never in the temporary directory of the system, the default of Node: another user could create the folder there
  // first.
  const folder = cacheFolder()
  if (folder) modules.enableCompileCache(folder)
  modules.registerHooks({ resolve })
}

const root = new URL('..', import.meta.url).href
const installed = new URL('node_modules/', root).href
const packages = new Map<string, modules.ResolveFnOutput>()

// For each import, Node searches the file system for the file that is meant. The 5,000 relative imports contain the
// name of the file with its extension, so no search is needed. A package always resolves to the same file, so it is
// resolved only once.
const resolve: modules.ResolveHookSync = (specifier, context, nextResolve) => {
  const { parentURL, conditions } = context
  if (!parentURL || !conditions.includes('import')) return nextResolve(specifier, context)
  if (/^\.\.?\/.*\.[jt]s$/.test(specifier)) {
    const format = specifier.endsWith('.ts') ? 'module-typescript' : null
    return { url: new URL(specifier, parentURL).href, format, shortCircuit: true }
  }
  const isProgram = parentURL.startsWith(root) && !parentURL.startsWith(installed)
  if (!isProgram || specifier.startsWith('.')) return nextResolve(specifier, context)
  const known = packages.get(specifier)
  if (known) return known
  const resolved = { ...nextResolve(specifier, context), shortCircuit: true }
  packages.set(specifier, resolved)
  return resolved
}
