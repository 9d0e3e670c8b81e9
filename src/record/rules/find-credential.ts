import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import { containsSecret } from '../token-format.ts'

/**
 * The tokens of providers that scanners of GitHub find and the rules of secretlint do not, each by a prefix or by parts
 * of fixed lengths.
 */
const tokens = {
  Adafruit: /\baio_[0-9A-Za-z]{28}/,
  age: /\bAGE-SECRET-KEY-1[0-9A-Z]{58}/,
  Airtable: /\bpat[0-9A-Za-z]{14}\.[0-9a-f]{64}/,
  Alibaba: /\bLTAI[0-9A-Za-z]{16,20}\b/,
  Atlassian: /\b(?:AT(?:ATT|CTT|STT)3[\w-]{40}|ATBB[0-9A-Za-z]{32})/,
  Braintree: /\baccess_token\$production\$[0-9a-z]{16}\$[0-9a-f]{32}/,
  Brevo: /\bx(?:key|smtp)sib-[0-9a-f]{64}-[0-9A-Za-z]{16}/,
  Buildkite: /\bbkua_[0-9a-z]{40}/,
  CircleCI: /\bCCI(?:PAT|PRJ)_[0-9A-Za-z]{22}_[0-9a-f]{40}/,
  Clojars: /\bCLOJARS_[0-9a-z]{60}/,
  Contentful: /\bCFPAT-[\w-]{43}/,
  'crates.io': /\bcio[0-9A-Za-z]{32}\b/,
  DeepSeek: /\bsk-[0-9a-f]{32}\b/,
  DigitalOcean: /\bdo[opr]_v1_[0-9A-Za-z]{40}/,
  'Discord bot': /\b[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27}/,
  'Discord webhook': /\bdiscord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60}/,
  Doppler: /\bdp\.(?:audit|ct|pt|sa|scim|st)\.(?:[\w-]{1,35}\.)?[0-9A-Za-z]{40}/,
  Dynatrace: /\bdt0[a-z]\d\d\.[0-9A-Z]{24}\.[0-9A-Z]{64}/,
  EasyPost: /\bEZ[AT]K[0-9A-Za-z]{54}/,
  Facebook: /\bEAA[0-9A-Za-z]{90}/,
  'Fly.io': /\b(?:fo1_[\w-]{43}|fm[12]_[\w+/]{60})/,
  'Google Firebase': /\bAAAA[\w-]{7}:APA91b[\w-]{100}/,
  Heroku: /\bHRKU-AA[\w-]{58}/,
  HubSpot: /\bpat-(?:na|eu|ap)\d-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/,
  LangSmith: /\blsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}/,
  Langfuse: /\bsk-lf-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/,
  Mailchimp: /\b[0-9a-f]{32}-us\d{1,2}\b/,
  Mailgun: /\b(?:key-(?=[a-z]{0,31}\d)[0-9a-z]{32}\b|[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}\b)/,
  Mapbox: /\bsk\.eyJ[\w-]{20,400}\.[\w-]{20}/,
  'Microsoft Azure': /\b(?:[\w.~-]{3}\dQ~[\w.~-]{31}|AccountKey=[\w+/]{86}==)/,
  'Microsoft Teams webhook': /\bwebhook\.office\.com\/webhookb2\/[0-9a-f]{8}-[\w@-]{20}/,
  Netlify: /\bnfp_\w{36}/,
  'New Relic': /\bNR(?:AK|II|RA)-[0-9A-Za-z]{27}/,
  NuGet: /\boy2[0-9a-z]{43}\b/,
  OpenRouter: /\bsk-or-v1-[0-9A-Za-z]{40}/,
  Perplexity: /\bpplx-[0-9A-Za-z]{40}/,
  Pinecone: /\bpcsk_[0-9A-Za-z]{5,6}_[0-9A-Za-z]{40}/,
  PlanetScale: /\bpscale_(?:oauth|pw|tkn)_[\w.=-]{32}/,
  Postman: /\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}/,
  Prefect: /\bpn[ub]_[0-9A-Za-z]{36}/,
  Pulumi: /\bpul-[0-9a-f]{40}/,
  Razorpay: /\brzp_(?:live|test)_[0-9A-Za-z]{14}\b/,
  ReadMe: /\brdme_[0-9a-z]{70}/,
  Render: /\brnd_[0-9A-Za-z]{32}/,
  Replicate: /\br8_[0-9A-Za-z]{37}/,
  Resend: /\bre_[0-9A-Za-z]{8}_[0-9A-Za-z]{24}\b/,
  RubyGems: /\brubygems_[0-9a-f]{48}/,
  Sentry: /\b(?:sntrys_[\w+/=-]{40}|sntryu_[0-9A-Za-z]{40})/,
  Shippo: /\bshippo_(?:live|test)_[0-9a-f]{40}/,
  SonarQube: /\bsq[apu]_[0-9a-f]{40}/,
  Square: /\bsq0(?:atp-[\w-]{22}|csp-[\w-]{43})/,
  Supabase: /\b(?:sbp_(?:v0_|oauth_)?[0-9A-Za-z]{40}|sb_secret_[\w-]{20})/,
  'Tencent Cloud': /\bAKID[0-9A-Za-z]{32}/,
  'Terraform Cloud': /\b[0-9A-Za-z]{14}\.atlasv1\.[\w=-]{60}/,
  'Together AI': /\btgp_v1_[\w-]{43}/,
  Twilio: /\bSK[0-9a-f]{32}\b/,
  Typeform: /\btfp_[\w.=-]{44}/,
  xAI: /\bxai-[0-9A-Za-z]{40}/,
}

// Most texts contain none.
const any = new RegExp(
  Object.values(tokens)
    .map(({ source }) => source)
    .join('|'),
)

/** Returns the name of a provider whose token a text contains, or undefined. */
function findProviderToken(text: string): string | undefined {
  if (!any.test(text)) return undefined
  return Object.entries(tokens).find(([, pattern]) => pattern.test(text))?.[0]
}

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
  // This service issues these, beside the tokens of `src/record/token-format.ts`.
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
