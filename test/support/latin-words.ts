// What is written in Latin letters in every language: names, what programs read, the test data, and addresses.
const terms =
  /\b(?:API|AppGallery|AppMetrica|App Store(?: Connect)?|Android|BotFather|Bundle ID|bundle ID|CEL|CRM|CSV|Ctrl|English|Enter|Escape|Google Play(?: Console)?|HTTPS?|https|Huawei|ID|IP|iOS|ISO|JSON|KOI8|Linux|LLM|Mac(?: OS Roman|OS)?|macOS|MCP|OAuth|POST|PUBLIC_URL|RFC|Package ID|package ID|ROI|RuStore|Shift|Slack|[Ss]lug|Telegram|telegram|URL|UTC|UTF|Web|Windows|portfolio-ops|JIS|Claude Code|Claude Desktop|Cursor|VS Code|Codex|Gemini CLI|Qwen Code|opencode|GitHub Copilot CLI|Windsurf|Zed|Goose|Continue|Cline|Kiro|JetBrains AI Assistant|ChatGPT|Claude|Settings > (?:Connectors > Add custom connector|Apps &amp; Connectors > Create)|Standard Webhooks|Authorization|Bearer|cookie|csrf|X-(?:Portfolio-Token|LLM-Key))\b/g
const tokens =
  /\b(?:read|write|propose|direct|product|app|signal|insight|economics|decision|task|canon-rule|user:1|bot|direction map|user agent|unauthenticated|conflict|claimed|delegated|unavailable)\b/gi
const data =
  /\b(?:[Aa]lpha|[Bb]eta|gamma|(?:admin|manager|user|agent) \d+|(?:Changed|Edited|[Ii]mported|Invited|Of an agent|Paused|Renamed|Saved) \d+|Anna|Boris|Fitness|Main assistant|Thank you|utilities|fitness|portfolio|main|stable|null|false|EUR|lightMyRequest)\b|Withdrawn: no reason given|\b(?:A note|Fixed|Mistaken|Not now|Say more)\.|&lt;script>alert\(1\)&lt;\/script>|alert\(1\)&lt;\/script>.*|\bseen\[[^ ]*end\b/g
const addresses =
  /https?:\/\/\S+|\/(?:admin|api)\/\S*|[\w.-]+@[\w.-]+|[\w-]+\.test\/\w+|\b(?:ops|llm|pft|cal)_[\w…]+|\b\w+(?:[_.:]\w+)+\b|\b[a-z]+(?:-[a-z0-9]+)+\b|@[a-z]+/g
// Lists of values and of columns, as programs and files have them.
const values = /^[\w-]+(?:, [\w-]+)+$|полям: [^.]*\.|Можно: [\w*., -]+|'[a-z]+' in [\w.]+/g
// Browsers do not show these, or programs read them. Options in small letters are the columns of a file, and the sample has
// its first lines.
const unshown =
  /<head>[\s\S]*?<\/head>|<h2 id="sample">[\s\S]*?<\/section>|<option[^>]*>\s*[a-z_]+\s*<\/option>|<(script|style|code|pre|kbd|textarea|datalist)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g
const shownAttributes = / (?:aria-label|title|placeholder|alt|data-busy)="([^"]*)"/g

/** Returns the texts of a page that contain a word in Latin letters, and are not known to be so in every language. */
export function latinWords(page: string): string[] {
  // A long name may break after its dots.
  const body = page.replaceAll(unshown, ' ').replaceAll(/<wbr ?\/?>/g, '')
  const attributes = [...body.matchAll(shownAttributes)].map(([, text = '']) => text)
  const texts = body.replaceAll(/<\/?(?:b|em|strong|a|span|time|i)\b[^>]*>/g, ' ').split(/<[^>]*>/)
  const shown = [...attributes, ...texts].map((text) => text.replaceAll(/\s+/g, ' ').trim())
  return [...new Set(shown)].filter((text) =>
    /[a-z]{3}/i.test(
      [values, terms, addresses, data, tokens].reduce((left, pattern) => left.replaceAll(pattern, ' '), text),
    ),
  )
}
