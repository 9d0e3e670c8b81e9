import { expect, it } from 'vitest'
import { userDataFolder } from '../../../src/config/package.ts'

it.each<[NodeJS.Platform, Record<string, string>, string]>([
  ['linux', {}, '/home/anna/.local/share/portfolio-ops'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/portfolio-ops'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/anna/.local/share/portfolio-ops'],
  ['darwin', { XDG_DATA_HOME: '/data' }, '/home/anna/Library/Application Support/portfolio-ops'],
  ['win32', {}, '/home/anna/AppData/Local/portfolio-ops'],
  ['win32', { LOCALAPPDATA: '/local' }, '/local/portfolio-ops'],
])('keeps the data on %s with %j in %s', (platform, environment, folder) => {
  expect(userDataFolder(platform, environment, '/home/anna')).toBe(folder)
})
