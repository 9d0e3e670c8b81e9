import { z } from 'zod'
import { systemRoles } from '../assistant/reply/provider.ts'
import { languages } from '../language/languages.ts'
import { values } from '../record/rules/enumeration.ts'
import { messageFaults, messageVariables } from './messages.ts'
import { lacksSecretKey, secretKeyFaults } from './oauth.ts'
import { openIdFaults, openIdIssuer } from './openid.ts'
import { isPackage, userDataFolder } from './package.ts'
import { isPlaceholder } from './placeholder.ts'
import {
  accountPassword,
  calledUrl,
  commaList,
  contactUrl,
  databaseUrl,
  flag,
  headerSecret,
  hostInUrl,
  hostName,
  integerVariable,
  isLoopbackHost,
  isWildcardHost,
  jsonObject,
  limitedText,
  oneOf,
  origin,
  proxyNetwork,
  publicUrl,
  secretKeyText,
  serverUrl,
  timeZone,
} from './rules.ts'
import { readVariables } from './variables.ts'

const minTokenLength = 24

const path = z.string().regex(/^\P{Cc}*$/u, 'must be a path without line breaks or other control characters')

const systemPrompt =
  'You are a helpful assistant of a company that makes mobile applications. Answer briefly, in the language of the question.'

const Environment = z
  .object({
    NODE_ENV: z.string().default('development'),
    HOST: hostName.default('127.0.0.1'),
    PORT: integerVariable(3000, 0, 65_535),
    PUBLIC_URL: publicUrl.optional(),
    DATABASE_URL: databaseUrl.optional(),
    DATABASE_REPLICA_URLS: commaList.pipe(z.array(databaseUrl)),
    // A migration needs two connections: one holds the lock, the other runs the statements.
    DATABASE_POOL: integerVariable(10, 2, 1000),
    DATABASE_PREPARED: flag('1'),
    DATA_DIR: path.default(() => (isPackage ? userDataFolder() : '.data')),
    BACKUP_DIR: path.optional(),
    BACKUP_KEEP: integerVariable(7, 1, 1000),
    SECRET_KEY: secretKeyText.optional(),
    OAUTH: flag('1'),
    OIDC_ISSUER: openIdIssuer.optional(),
    OIDC_CLIENT_ID: limitedText(1000).trim().optional(),
    OIDC_CLIENT_SECRET: headerSecret.optional(),
    OIDC_LABEL: limitedText(100).trim().default('Sign in with your company account'),
    PASSWORD_LOGIN: flag('1'),
    AUTO_MIGRATE: flag('1'),
    REDIS_URL: serverUrl(/^rediss?$/, 'redis://127.0.0.1:6379').optional(),
    ADMIN_EMAIL: z
      .email('must be an email address, such as admin@example.com')
      .max(255, 'must have at most 255 characters')
      .default('admin@portfolio.local'),
    ADMIN_LANGUAGE: oneOf(values(languages)).default('en'),
    ADMIN_PASSWORD: accountPassword.optional(),
    PORTFOLIO_TOKENS: commaList,
    LLM_API_KEYS: commaList,
    LLM_BASE_URL: calledUrl('https://llm.example.com/v1').optional(),
    LLM_API_KEY: headerSecret.optional(),
    // A server with a single model accepts any model name.
    LLM_MODEL: z.string().trim().default('default'),
    LLM_REQUEST_JSON: jsonObject.optional(),
    BOT_SYSTEM_PROMPT: limitedText(20_000).trim().default(systemPrompt),
    BOT_SYSTEM_ROLE: oneOf(systemRoles).default('system'),
    BOT_FALLBACK_REPLY: limitedText(20_000).trim().default('Message received.'),
    BOT_TOKEN: headerSecret.optional(),
    BOT_RATE_LIMIT_PER_MINUTE: integerVariable(600),
    BOT_CONTACT_LIMIT_PER_MINUTE: integerVariable(20),
    BOT_DAILY_REPLIES: integerVariable(1000, 0),
    RATE_LIMIT_PER_MINUTE: integerVariable(120),
    TIME_ZONE: timeZone.default('UTC'),
    ...messageVariables,
    PROPOSAL_DAYS: integerVariable(7, 1, 90),
    SLOW_REQUEST_MS: integerVariable(1000),
    REQUEST_LOG_DAYS: integerVariable(30, 1, 3650),
    // 0 keeps them for good.
    CLICKS_MONTHS: integerVariable(0, 0, 1200),
    SESSION_IDLE_MINUTES: integerVariable(60, 1, 1440),
    SESSION_MAX_HOURS: integerVariable(12, 1, 720),
    TRUST_PROXY: commaList.pipe(z.array(proxyNetwork)),
    CORS_ORIGINS: commaList.pipe(z.array(origin)),
    DOCS: oneOf(['on', 'off', '1', '0'])
      .default('on')
      .transform((value) => value === 'on' || value === '1'),
    SECURITY_CONTACT: contactUrl.optional(),
    METRICS_TOKEN: headerSecret.optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: serverUrl(/^https?$/, 'http://127.0.0.1:4318').optional(),
    // Validated when it is used: agents that export telemetry of their own pass this variable on to their MCP servers.
    OTEL_EXPORTER_OTLP_PROTOCOL: z.string().trim().default('http/protobuf'),
    LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  })
  .superRefine(
    (env, context) => {
      for (const name of env.NODE_ENV === 'production' ? listsWithWeakToken(env) : [])
        context.addIssue({ code: 'custom', path: [name], message: weakToken })
      if (env.LLM_API_KEY !== undefined && env.LLM_BASE_URL === undefined)
        context.addIssue({
          code: 'custom',
          path: ['LLM_BASE_URL'],
          message: 'must be set when LLM_API_KEY is set',
        })
      const openId = openIdFaults(env, env.PUBLIC_URL ?? defaultPublicUrl(env))
      for (const { name, message } of [...openId, ...messageFaults(env), ...secretKeyFaults(env)])
        context.addIssue({ code: 'custom', path: [name], message })
    },
    // Runs even if a field is invalid, so that all faults are reported at once. The fields whose values it
    // reads accept any string.
    { when: () => true },
  )
  .transform(({ PUBLIC_URL, ...env }) => ({
    ...env,
    PUBLIC_URL: (PUBLIC_URL ?? defaultPublicUrl(env)).replace(/(?<!\/)\/+$/, ''),
    /** Whether only this machine reaches the service, unless a proxy forwards requests. */
    isLocal: isLoopbackHost(PUBLIC_URL === undefined ? env.HOST : hostOf(PUBLIC_URL)),
    warnings: [
      ...(PUBLIC_URL === undefined && isWildcardHost(env.HOST)
        ? [`PUBLIC_URL: not set, so links name ${defaultPublicUrl(env)}, ${onlyThisMachine}`]
        : []),
      ...(isUnencrypted(PUBLIC_URL ?? defaultPublicUrl(env)) ? [`PUBLIC_URL: ${unencrypted}`] : []),
      ...listsWithWeakToken(env).map((name) => `${name}: ${weakToken}`),
      ...(env.BACKUP_DIR !== undefined && env.DATABASE_URL !== undefined
        ? [`BACKUP_DIR: ${onlyEmbedded}`]
        : []),
      ...(lacksSecretKey(env) ? [`SECRET_KEY: ${withoutKey}`] : []),
      ...(env.BOT_TOKEN === undefined && !isLoopbackHost(env.HOST) ? [`BOT_TOKEN: ${openBotEndpoints}`] : []),
    ],
  }))

const unencrypted =
  'http without TLS at an address of other machines, so passwords and tokens can be read on their way; put a proxy with TLS in front and use https'

function isUnencrypted(url: string): boolean {
  return /^http:/i.test(url) && !isLoopbackHost(hostOf(url))
}

function defaultPublicUrl({ HOST, PORT }: { HOST: string; PORT: number }): string {
  return `http://${URL.canParse(`http://${hostInUrl(HOST)}`) && isWildcardHost(HOST) ? '127.0.0.1' : hostInUrl(HOST)}:${PORT}`
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '')
}

/** The validated environment. `warnings` lists weak tokens, which are errors in production, and open endpoints. */
export type Config = z.output<typeof Environment>

/**
 * Reads and validates the environment.
 *
 * @throws Error that lists every invalid variable once, without its value
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const { variables, faults } = readVariables(environment, Object.keys(Environment.in.shape))
  const result = Environment.safeParse(variables)
  if (result.success && faults.length === 0) return result.data
  const issues = result.error?.issues ?? []
  const invalid = issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`)
  // Every invalid entry of a list gives the same fault.
  const lines = [...new Set([...faults, ...invalid])].map((fault) => `  ${fault}`).join('\n')
  throw new Error(`Invalid environment variables. Correct them and start again:\n${lines}`)
}

const weakToken = `each token must have at least ${minTokenLength} characters and must not be a placeholder, such as "your-token-here" or a repeated word`

const onlyThisMachine =
  'which only this machine can open; set it to the address that clients use, such as https://ops.example.com'

const onlyEmbedded =
  'has no effect, because DATABASE_URL is set; run "portfolio-ops backup" from a system timer (cron or systemd)'

const withoutKey =
  'not set, so agents cannot connect by OAuth and no notifications are sent; set it to the output of "openssl rand -base64 32", the same for all servers of the database'

const openBotEndpoints =
  'not set, so everyone who can reach HOST can write conversations and read them back through the language model; set it, or block /api/v1/bot at a proxy'

const secretLists = ['PORTFOLIO_TOKENS', 'LLM_API_KEYS'] as const

// Returns the names of the lists that contain a token that could be guessed.
function listsWithWeakToken(env: Record<(typeof secretLists)[number], string[]>) {
  const isWeak = (token: string) => token.length < minTokenLength || isPlaceholder(token)
  return secretLists.filter((name) => env[name].some(isWeak))
}
