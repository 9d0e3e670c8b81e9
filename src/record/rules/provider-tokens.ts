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
export function findProviderToken(text: string): string | undefined {
  if (!any.test(text)) return undefined
  return Object.entries(tokens).find(([, pattern]) => pattern.test(text))?.[0]
}
