import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** Whether this is the npm package and not a checkout: only the files of the package are compiled. */
export const isPackage = import.meta.filename.endsWith('.js')

/** What to type before a command of the service, such as `token create`, in this installation. */
export const commandPrefix = isPackage ? 'npx -y portfolio-ops' : 'npm run -s portfolio-ops --'

/** Returns the folder in which a package keeps its data, by the conventions of the platform. */
export function userDataFolder(
  platform: NodeJS.Platform = process.platform,
  environment: Record<string, string | undefined> = process.env,
  home: string = homedir(),
): string {
  const { XDG_DATA_HOME = '', LOCALAPPDATA = '' } = environment
  if (platform === 'win32') return join(LOCALAPPDATA || join(home, 'AppData', 'Local'), 'portfolio-ops')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'portfolio-ops')
  // A relative path is invalid, according to the XDG Base Directory Specification.
  return join(isAbsolute(XDG_DATA_HOME) ? XDG_DATA_HOME : join(home, '.local', 'share'), 'portfolio-ops')
}
