// What is written in Latin letters in every language: terms, names of programs, stored texts of the test data, and what
// programs read, such as an address or a token.
const known =
  /\b(API|CSV|ID|IP|LLM|MCP|OAuth|URL|UTC|portfolio-ops|slug)\b|\bseen\[[^ ]*|https?:\/\/\S+|\/(?:admin|api)\/\S*|[\w.-]+@[\w.-]+|\b(?:ops|llm|pft|cal)_\w+|\b[a-z]+(?:[_.:][a-z]+)+\b/g
// Browsers do not show these, or programs read them.
const unshown =
  /<head>[\s\S]*?<\/head>|<(script|style|code|pre|kbd|textarea|datalist)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g
const shownAttributes = / (?:aria-label|title|placeholder|alt|data-busy)="([^"]*)"/g

/** Returns the texts of a page that contain a word in Latin letters, and are not known to be so in every language. */
export function latinWords(page: string): string[] {
  const body = page.replaceAll(unshown, ' ')
  const attributes = [...body.matchAll(shownAttributes)].map(([, text = '']) => text)
  const texts = body.replaceAll(/<\/?(?:b|em|strong|a|span|time|i)\b[^>]*>/g, '').split(/<[^>]*>/)
  const shown = [...attributes, ...texts].map((text) => text.replaceAll(/\s+/g, ' ').trim())
  return [...new Set(shown)].filter((text) => /[a-z]{3}/i.test(text.replaceAll(known, ' ')))
}
