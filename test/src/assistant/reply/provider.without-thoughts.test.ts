import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutThoughts } from '../../../../src/assistant/reply/provider.ts'

describe('a reply without its thoughts', () => {
  it.each([
    ['Hello', 'Hello'],
    ['<think>Hm.</think>Hello', 'Hello'],
    ['<think>\nHm.\n</think>\n\nHello', '\n\nHello'],
    ['Hm.</think>Hello', 'Hello'],
    ['<THINK>Hm.</Think >Hello', 'Hello'],
    ['<think>a</think>One<think>b</think>, two', 'One, two'],
    ['<think>a<think>b</think>c</think>Hello', 'Hello'],
    ['a</think>b</think>Hello', 'Hello'],
    ['a<think>b</think>c</think>Hello', 'Hello'],
    ['<think></think>Hello', 'Hello'],
    ['<think>Hm.</think>', ''],
    ['I think <b>so</b> < think', 'I think <b>so</b> < think'],
    ['<think>Hm. Hello', undefined],
    ['Hello <think>Hm.', undefined],
    ['<think>a<think>b</think>Hello', undefined],
  ])('of %j is %j', (reply, answer) => {
    expect(withoutThoughts(reply)).toBe(answer)
  })

  const spelled = (slash: string) =>
    fc.constantFrom(`<${slash}think>`, `<${slash}THINK>`, `<${slash}Think\n>`)
  const said = fc.stringMatching(/^[a-z <>/]{0,8}$/)
  const { thought } = fc.letrec<{ thought: string }>((tie) => ({
    thought: fc
      .tuple(spelled(''), fc.array(fc.oneof(fc.constant('SECRET'), tie('thought'))), spelled('/'))
      .map(([open, inner, close]) => open + inner.join('') + close),
  }))

  it('keeps every text outside of thoughts, however they are nested', () => {
    const parts = fc.array(fc.tuple(said, thought))
    fc.assert(
      fc.property(fc.option(spelled('/')), parts, said, (missing, before, last) => {
        const start = missing ? `SECRET${missing}` : ''
        const reply = start + before.flat().join('') + last
        expect(withoutThoughts(reply)).toBe(before.map(([text]) => text).join('') + last)
      }),
    )
  })

  it('never has a mark, and is the reply if that has none', () => {
    const token = fc.oneof(spelled(''), spelled('/'), fc.stringMatching(/^[a-z]{1,3}$/))
    fc.assert(
      fc.property(fc.array(token), (tokens) => {
        const answer = withoutThoughts(tokens.join(''))
        expect(answer ?? '').not.toContain('<')
        if (tokens.every((text) => !text.startsWith('<'))) expect(answer).toBe(tokens.join(''))
      }),
    )
  })
})
