import { type AST, RegExpParser } from '@eslint-community/regexpp'

/**
 * Returns texts of the given length that take a backtracking engine longest on a pattern: what each of its quantifiers
 * repeats, alone and after what the pattern requires before it, and followed by what the pattern does not match.
 */
export function attacksOn({ source, flags }: RegExp, length: number): string[] {
  const pattern = new RegExpParser().parsePattern(source, undefined, undefined, {
    unicode: flags.includes('u'),
  })
  const found = [...pumps(pattern, '')]
  if (found.length === 0) return []
  const repeated = new Set(samplesOf(pattern))
  for (const [before, pump] of found)
    for (const text of [pump, before + pump, `${before}\0${pump}`]) repeated.add(text)
  const attacks = [...repeated].filter(Boolean).flatMap((text) => {
    const attack = text.replace('\0', '').repeat(Math.ceil(length / text.length))
    return ['\n\u0001', '!'].map((end) => attack.slice(0, length - end.length) + end)
  })
  for (const text of repeated) {
    const [before, pump] = text.split('\0')
    if (!pump || !before) continue
    for (const end of ['\n\u0001', '!']) attacks.push((before + pump.repeat(length)).slice(0, length) + end)
  }
  return [...new Set(attacks)]
}

// Each quantifier without a small upper limit: what the pattern requires before it, and what it repeats.
function* pumps(node: AST.Node, before: string): Generator<[before: string, pump: string]> {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
    case 'Assertion':
      if ('alternatives' in node) for (const child of node.alternatives) yield* pumps(child, before)
      return
    case 'Alternative': {
      let required = before
      for (const child of node.elements) {
        yield* pumps(child, required)
        required += samplesOf(child)[0] ?? ''
      }
      return
    }
    case 'Quantifier':
      if (node.max > 20) for (const pump of samplesOf(node.element)) yield [before, pump]
      yield* pumps(node.element, before)
  }
}

// Texts that a part of a pattern matches, with the fewest repetitions, and with one where none is required.
function samplesOf(node: AST.Node): string[] {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return [...new Set(node.alternatives.flatMap(samplesOf))]
    case 'Alternative':
      return node.elements
        .map((element) => samplesOf(element))
        .reduce((texts, next) => texts.flatMap((text) => next.map((end) => text + end)).slice(0, 12), [''])
    case 'Quantifier': {
      const once = samplesOf(node.element)
      if (node.min === 0) return ['', ...once]
      return once.map((text) => text.repeat(node.min))
    }
    case 'Character':
      return [String.fromCodePoint(node.value)]
    case 'CharacterSet':
    case 'CharacterClass':
      return charactersOf(node)
    default:
      return ['']
  }
}

const candidates = [...'a 0-."\\\n<[/#%=_A(é\u200b\u{1F600}\t~x']

function charactersOf(node: AST.CharacterSet | AST.CharacterClass): string[] {
  const set = new RegExp(`^${node.raw}$`, 'u')
  const explicit =
    node.type === 'CharacterClass'
      ? node.elements.flatMap((element) =>
          element.type === 'Character'
            ? [String.fromCodePoint(element.value)]
            : element.type === 'CharacterClassRange'
              ? [String.fromCodePoint(element.min.value)]
              : [],
        )
      : []
  return [...candidates, ...explicit].filter((character) => set.test(character)).slice(0, 3)
}
