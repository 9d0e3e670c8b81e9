import { z } from 'zod'
import { isPlaceholder } from './access/placeholder.ts'
import {
  baseUrl,
  commaList,
  databaseUrl,
  hostInUrl,
  hostName,
  limitedText,
  oneOf,
  onOff,
  origin,
  proxyNetwork,
  serverUrl,
  wholeNumber,
} from './config-rules.ts'

const smallestToken = 24

const systemPrompt =
  'You are a helpful assistant of a company that makes mobile applications. Answer briefly, in the language of the question.'

const Environment = z
  .object({
    NODE_ENV: z.string().default('development'),
    HOST: hostName.default('127.0.0.1'),
    PORT: wholeNumber(3000, 0, 65_535),
    PUBLIC_URL: baseUrl.optional(),
    DATABASE_URL: databaseUrl.optional(),
    DATABASE_REPLICA_URLS: commaList.pipe(z.array(databaseUrl)),
    // Whoever migrates holds one for the lock and works on another.
    DATABASE_POOL: wholeNumber(10, 2, 1000),
    DATABASE_PREPARED: onOff('1'),
    DATA_DIR: z
      .string()
      .regex(/^\P{Cc}*$/u, 'must be a path without line breaks and other control characters')
      .default('.data'),
    AUTO_MIGRATE: onOff('1'),
    REDIS_URL: serverUrl(/^rediss?$/, 'redis://127.0.0.1:6379').optional(),
    ADMIN_EMAIL: z
      .email('must be an email address, such as admin@example.com')
      .max(255, 'must have at most 255 characters')
      .default('admin@portfolio.local'),
    ADMIN_PASSWORD: limitedText(1024).optional(),
    PORTFOLIO_TOKENS: commaList,
    LLM_API_KEYS: commaList,
    LLM_BASE_URL: serverUrl(/^https?$/, 'https://llm.example.com/v1').optional(),
    LLM_API_KEY: z.string().trim().optional(),
    // Servers of one model take any name for it.
    LLM_MODEL: z.string().trim().default('default'),
    BOT_SYSTEM_PROMPT: limitedText(20_000).default(systemPrompt),
    BOT_FALLBACK_REPLY: limitedText(20_000).trim().default('Message received.'),
    BOT_RATE_LIMIT_PER_MINUTE: wholeNumber(600),
    BOT_CONTACT_LIMIT_PER_MINUTE: wholeNumber(20),
    BOT_DAILY_REPLIES: wholeNumber(1000, 0),
    RATE_LIMIT_PER_MINUTE: wholeNumber(120),
    SLOW_REQUEST_MS: wholeNumber(1000),
    REQUEST_LOG_DAYS: wholeNumber(30, 1, 3650),
    TRUST_PROXY: commaList.pipe(z.array(proxyNetwork)),
    CORS_ORIGINS: commaList.pipe(z.array(origin)),
    DOCS: oneOf(['on', 'off', '1', '0'])
      .default('on')
      .transform((value) => value === 'on' || value === '1'),
    METRICS_TOKEN: z.string().optional(),
    LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  })
  .superRefine(
    (env, context) => {
      for (const name of env.NODE_ENV === 'production' ? withWeak(env) : [])
        context.addIssue({ code: 'custom', path: [name], message: tooWeak })
      if (env.LLM_API_KEY !== undefined && env.LLM_BASE_URL === undefined)
        context.addIssue({
          code: 'custom',
          path: ['LLM_BASE_URL'],
          message: 'needed where LLM_API_KEY is set',
        })
    },
    // Told with all other faults: none is possible in what these rules read.
    { when: () => true },
  )
  .transform(({ PUBLIC_URL, ...env }) => ({
    ...env,
    PUBLIC_URL: (PUBLIC_URL ?? `http://${hostInUrl(env.HOST)}:${env.PORT}`).replace(/\/+$/, ''),
    warnings: withWeak(env).map((name) => `${name}: ${tooWeak}`),
  }))

/** The environment, read and judged. `warnings` are faults that only production refuses. */
export type Config = z.output<typeof Environment>

/** Reads the environment; throws one error that lists every fault once, and never a value. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== '')
  const result = Environment.safeParse(Object.fromEntries(given))
  if (result.success) return result.data
  const faults = result.error.issues.map((issue) => `  ${String(issue.path[0])}: ${issue.message}`)
  // Every bad entry of a list is the same fault.
  const told = [...new Set(faults)].join('\n')
  throw new Error(`The environment is not valid. Correct these variables and start again:\n${told}`)
}

const tooWeak = `each token needs at least ${smallestToken} characters and must be no placeholder, such as "your-token-here" or one word over and over`

const secretLists = ['PORTFOLIO_TOKENS', 'LLM_API_KEYS'] as const

// The lists with an entry that could be guessed.
function withWeak(env: Record<(typeof secretLists)[number], string[]>) {
  const weak = (token: string) => token.length < smallestToken || isPlaceholder(token)
  return secretLists.filter((name) => env[name].some(weak))
}
