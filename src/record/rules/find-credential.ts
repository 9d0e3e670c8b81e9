import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import { findProviderToken } from './provider-tokens.ts'
import { containsSecret } from './secret-format.ts'

/** The part of a secretlint rule that is used here. The package refers to types that it does not install. */
type Rule = {
  meta: { id: string }
  create(context: object, options: object): { file(source: object): unknown }
}

const idPrefix = '@secretlint/secretlint-rule-'

// A comment in a text must not switch the rules off.
const unused = `${idPrefix}filter-comments`

/**
 * Credentials that the rules of secretlint leave out, or accept if they are short or a documented example. A pattern
 * that repeats without a limit begins only where a word begins, so that every text is searched in linear time.
 */
const additional = [
  // This service issues these, beside the tokens of `secret-format.ts`.
  { name: 'webhook secret', pattern: /\bwhsec_[\w+/]{32}/ },
  { name: 'invitation link', pattern: /\/admin\/invitation\/[\w-]{43}/ },
  {
    name: 'private key',
    // Headers such as "Version: GnuPG v2" may stand before the key.
    pattern:
      /-----BEGIN[ A-Z0-9]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:\r?\n|\\n)[A-Z][A-Za-z-]{1,30}: [^\r\n\\]{0,120}(?=[\r\n\\])){0,4}(?:\s|\\n)*[\w+/]{16}/,
  },
  { name: 'AWS access key', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/ },
  { name: 'Google API key', pattern: /\bAIza[\w-]{35}(?![\w-])/ },
  { name: 'Google access token', pattern: /\bya29\.[\w-]{20}/ },
  { name: 'Google client secret', pattern: /\bGOCSPX-[\w-]{20}/ },
  { name: 'Telegram bot token', pattern: /\b\d{8,10}:AA[\w-]{33}(?![\w-])/ },
  { name: 'Yandex OAuth token', pattern: /\by[0-3]_[\w-]{30}/ },
  { name: 'Yandex IAM token', pattern: /(?<![\w-])t1\.[\w-]{16,}={0,2}\.[\w-]{40}/ },
  { name: 'Yandex API key', pattern: /\bAQVN[\w-]{35}/ },
  { name: 'VK access token', pattern: /\bvk1\.a\.[\w-]{30}/ },
  { name: 'PyPI token', pattern: /\bpypi-(?=[\w-]{0,40}[A-Z])(?=[\w-]{0,40}\d)[\w-]{40}/ },
  { name: 'JSON Web Token', pattern: /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/ },
  // A digit tells a token from words such as "bearer authentication-and-authorization".
  { name: 'bearer token', pattern: /\bbearer\s{1,4}(?=[\w.~+/-]{0,40}\d)[\w.~+/-]{20}/i },
]

// The rule for GitHub takes time in proportion to the number of these prefixes. A text with this many is rejected
// without a scan.
const maxInstallationTokens = 20

// Every credential matches this pattern and most texts do not, so that only a few texts are scanned: a long word, a
// URL, a private key, whose lines may be short, or the prefix of a Slack token.
const hint = /[!-~]{12}|:\/\/|PRIVATE KEY|\bx(?:ox[abopr]|app)-/

let found: string | undefined

const scanners = (rules as Rule[])
  .filter(({ meta }) => meta.id !== unused)
  .map(({ meta, create }) => {
    const name = meta.id.slice(idPrefix.length).replaceAll('-', ' ')
    const report = () => {
      found ??= name
    }
    // The translated messages repeat the credential, so they are never built.
    return create({ createTranslator: () => () => ({}), report }, {})
  })

/**
 * Returns what kind of credential a text contains, or undefined if none was found. The credential itself is not
 * returned.
 */
export function findCredential(written: string): string | undefined {
  if (!hint.test(written)) return undefined
  // Markdown escapes signs, as in `pft\_…`.
  const text = written.replace(/\\(?=[_.~*-])/g, '')
  if (containsSecret(text)) return 'portfolio-ops token'
  if (text.split('ghs_').length > maxInstallationTokens) return 'github'
  const known = additional.find(({ pattern }) => pattern.test(text))
  if (known) return known.name
  const provider = findProviderToken(text)
  if (provider) return `${provider} token`
  found = undefined
  const source = { content: text, filePath: '', ext: '', contentType: 'text' }
  for (const scanner of scanners) {
    // Rules for texts report synchronously. Rules for file names return at once, because the source has no file name.
    scanner.file(source)
    if (found) return found
  }
  return undefined
}
