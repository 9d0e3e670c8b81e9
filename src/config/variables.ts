import { readFileSync } from 'node:fs'

type Variables = Record<string, string | undefined>

/** The variables that contain a secret. Docker and Kubernetes keep secrets in files. */
const secrets = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URLS',
  'REDIS_URL',
  'ADMIN_PASSWORD',
  'PORTFOLIO_TOKENS',
  'LLM_API_KEYS',
  'LLM_API_KEY',
  'BOT_TOKEN',
  'METRICS_TOKEN',
  'SECRET_KEY',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
]

/**
 * Returns the variables with the secrets that are in files: `BOT_TOKEN_FILE` is the path of a file that contains
 * `BOT_TOKEN`, without surrounding whitespace. `faults` lists the files that cannot be used.
 */
function readSecretFiles(variables: Variables): { variables: Variables; faults: string[] } {
  const complete = { ...variables }
  const faults: string[] = []
  for (const name of secrets) {
    const path = variables[`${name}_FILE`]?.trim()
    if (!path) continue
    if (variables[name]?.trim()) faults.push(`${name}_FILE: must not be set together with ${name}`)
    else
      try {
        complete[name] = readFileSync(path, 'utf8').trim()
      } catch {
        faults.push(`${name}_FILE: must be the path of a readable file`)
      }
  }
  return { variables: complete, faults }
}

// Any other variable that is empty counts as not set. Without a system prompt, no system message is sent.
const meaningfulIfEmpty = new Set(['BOT_SYSTEM_PROMPT'])

// These are never printed. An address may contain a password, and a request a key.
const confidential = new Set([...secrets, 'SMTP_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'LLM_REQUEST_JSON'])

const lineEnds = /^[\r\n]+|[\r\n]+$/g
const quoted = /^(?:(["'`])(.*)\1|“(.*)”|‘(.*)’|«(.*)»)$/s
const maxShown = 100

/** Returns those of the variables `names` that are set, also in files, and a fault for each that cannot be used. */
export function readVariables(environment: Variables, names: string[]) {
  const paths = unwrap(
    environment,
    secrets.map((name) => `${name}_FILE`),
  )
  const files = readSecretFiles(paths.variables)
  const unwrapped = unwrap(files.variables, names)
  const variables = Object.fromEntries(
    names.flatMap((name) => {
      const value = unwrapped.variables[name]
      return value !== undefined && (value.trim() !== '' || meaningfulIfEmpty.has(name))
        ? [[name, value]]
        : []
    }),
  )
  return { variables, faults: [...paths.faults, ...files.faults, ...unwrapped.faults] }
}

// Removes line ends and quotes, which an editor or a tool has left around values, so that all other faults are found.
function unwrap(variables: Variables, names: string[]): { variables: Variables; faults: string[] } {
  const unwrapped = { ...variables }
  const faults: string[] = []
  for (const name of names) {
    const value = variables[name]
    if (value === undefined || value.trim() === '') continue
    const text = value.replace(lineEnds, '')
    const inner = quoted
      .exec(text.trim())
      ?.slice(2)
      .find((part) => part !== undefined)
    const around = [inner !== undefined && 'quotes', text !== value && 'line end'].filter(Boolean)
    if (around.length === 0) continue
    unwrapped[name] = inner ?? text
    const isShown = value.length <= maxShown && !confidential.has(name)
    const what = isShown
      ? JSON.stringify(value)
      : `surrounded by ${around.join(' and ').replace('line', 'a line')}`
    faults.push(`${name}: is ${what}: remove the ${around.join(' and the ')}`)
  }
  return { variables: unwrapped, faults }
}
