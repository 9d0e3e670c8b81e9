import { type KindName, kinds } from '../portfolio/kinds.ts'

/** How the answers of HTTP and MCP name portfolio records of one kind. */
type AnswerKeys = { one: string; many: string }

const shortened: { [kind in KindName]?: AnswerKeys } = { canon_rule: { one: 'rule', many: 'rules' } }

/** Returns the keys of one record and of a list in answers. */
export function answerKeys(kind: KindName): AnswerKeys {
  return shortened[kind] ?? { one: kind, many: kinds[kind].table }
}

/** Returns the path of the routes of a kind of record below `/api/portfolio`: `canon-rules`. */
export function routePath(kind: KindName): string {
  return kinds[kind].table.replaceAll('_', '-')
}
