const mark = /<(\/?)\s*think\s*>/gi

/**
 * Returns the reply of a language model without what it encloses in `<think>…</think>`, also nested. If the first
 * opening mark is missing, as some models send it, all before the closing mark is left out. Returns undefined if a
 * thought is never closed.
 */
export function withoutThoughts(reply: string): string | undefined {
  let [answer, depth, end] = ['', 0, 0]
  for (const { 0: text, 1: slash, index } of reply.matchAll(mark)) {
    if (depth === 0) answer += reply.slice(end, index)
    if (!slash) depth += 1
    else if (depth > 0) depth -= 1
    else answer = ''
    end = index + text.length
  }
  return depth === 0 ? answer + reply.slice(end) : undefined
}
