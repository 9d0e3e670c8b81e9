import { z } from 'zod'
import { isPlaceholder } from './access/placeholder.ts'

const smallestToken = 24

const systemPrompt =
  'You are a helpful assistant of a company that makes mobile applications. Answer briefly, in the language of the question.'

const count = (fallback: number, max = 1_000_000) => z.coerce.number().int().min(1).max(max).default(fallback)
const onOff = (fallback: '0' | '1') =>
  z
    .enum(['0', '1'])
    .default(fallback)
    .transform((value) => value === '1')
const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )

const Environment = z
  .object({
    NODE_ENV: z.string().default('development'),
    HOST: z
      .string()
      .trim()
      .refine(isHost, 'must be an IP address or the name of a host')
      .default('127.0.0.1'),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_REPLICA_URLS: list.pipe(z.array(z.url({ protocol: /^postgres(ql)?$/ }))),
    DATABASE_POOL: count(10, 1000),
    DATABASE_PREPARED: onOff('1'),
    DATA_DIR: z.string().default('.data'),
    AUTO_MIGRATE: onOff('1'),
    REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
    ADMIN_EMAIL: z.email().default('admin@portfolio.local'),
    ADMIN_PASSWORD: z.string().max(1024).optional(),
    PORTFOLIO_TOKENS: list,
    LLM_API_KEYS: list,
    LLM_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
    LLM_API_KEY: z.string().trim().min(1).optional(),
    // Servers of one model take any name for it.
    LLM_MODEL: z.string().trim().min(1).default('default'),
    BOT_SYSTEM_PROMPT: z.string().max(20_000).default(systemPrompt),
    BOT_FALLBACK_REPLY: z.string().trim().min(1).max(20_000).default('Message received.'),
    BOT_RATE_LIMIT_PER_MINUTE: count(600),
    BOT_CONTACT_LIMIT_PER_MINUTE: count(20),
    BOT_DAILY_REPLIES: z.coerce.number().int().min(0).max(1_000_000).default(1000),
    RATE_LIMIT_PER_MINUTE: count(120),
    SLOW_REQUEST_MS: count(1000),
    REQUEST_LOG_DAYS: count(30, 3650),
    TRUST_PROXY: list.pipe(z.array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]))),
    CORS_ORIGINS: list
      .pipe(z.array(z.url({ protocol: /^https?$/ })))
      // As browsers write it: no path, no default port.
      .transform((urls) => urls.map((url) => new URL(url).origin)),
    DOCS: z
      .enum(['on', 'off', '0', '1'])
      .default('on')
      .transform((value) => value === 'on' || value === '1'),
    METRICS_TOKEN: z.string().min(1).optional(),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  })
  .superRefine((env, context) => {
    for (const name of env.NODE_ENV === 'production' ? withWeak(env) : [])
      context.addIssue({ code: 'custom', path: [name], message: tooWeak })
    if (env.LLM_API_KEY !== undefined && env.LLM_BASE_URL === undefined)
      context.addIssue({ code: 'custom', path: ['LLM_BASE_URL'], message: 'needed where LLM_API_KEY is set' })
  })
  .transform(({ PUBLIC_URL, ...env }) => ({
    ...env,
    PUBLIC_URL: (PUBLIC_URL ?? `http://${inUrl(env.HOST)}:${env.PORT}`).replace(/\/+$/, ''),
    warnings: withWeak(env).map((name) => `${name}: ${tooWeak}`),
  }))

/** The environment, read and judged. `warnings` are faults that only production refuses. */
export type Config = z.output<typeof Environment>

/** Reads the environment; throws one error that lists every fault, and never a value. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== '')
  const result = Environment.safeParse(Object.fromEntries(given))
  if (result.success) return result.data
  const faults = result.error.issues.map((issue) => `  ${String(issue.path[0])}: ${issue.message}`)
  throw new Error(
    `The environment is not valid. Correct these variables and start again:\n${faults.join('\n')}`,
  )
}

// A name that a URL would take for something else, such as 256.1.1.1, is none.
function isHost(host: string): boolean {
  return /^[\w.-]+$|:/.test(host) && URL.canParse(`http://${inUrl(host)}`)
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

const tooWeak = `each token needs at least ${smallestToken} characters and must be no placeholder, such as "your-token-here" or one word over and over`

const secretLists = ['PORTFOLIO_TOKENS', 'LLM_API_KEYS'] as const

// The lists with an entry that could be guessed.
function withWeak(env: Record<(typeof secretLists)[number], string[]>) {
  const weak = (token: string) => token.length < smallestToken || isPlaceholder(token)
  return secretLists.filter((name) => env[name].some(weak))
}
