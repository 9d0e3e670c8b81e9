import { readFileSync } from 'node:fs'

type Variables = Record<string, string | undefined>

/** The variables that contain a secret. Docker and Kubernetes keep secrets in files. */
export const secrets = [
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
export function readSecretFiles(variables: Variables): { variables: Variables; faults: string[] } {
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
