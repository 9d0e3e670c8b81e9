import { t } from '../html/text.ts'

// The first match wins. The order matters, because most browsers also name others that they are compatible with.
const browsers: [token: string, name: string][] = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Version', 'Safari'],
]
const systems: [token: string, name: string][] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Macintosh', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
]

/** Returns the browser and the system of a `User-Agent` header, such as "Firefox 140 on Linux". */
export function browserName(userAgent: string | null): string {
  if (!userAgent) return t('account.unknownBrowser')
  for (const [token, name] of browsers) {
    const version = new RegExp(`${token}\\w*/(\\d+)`).exec(userAgent)?.[1]
    const system = systems.find(([part]) => userAgent.includes(part))?.[1]
    if (!version) continue
    const browser = `${name} ${version}`
    return system ? t('account.browserOnSystem', { browser, system }) : browser
  }
  return userAgent
}
