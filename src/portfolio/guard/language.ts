import type { ASTNode } from '@marcbachmann/cel-js'
import { type Phrase, phrase } from '../../language/phrase.ts'
import { nearestSlugs } from '../place/slug-list.ts'
import { ExpressionFault } from './expression-fault.ts'
import { guardNames } from './names.ts'

/** The limits of the parser, which bound the tree before it is checked. Its depth counts parentheses too. */
export const parserLimits = {
  maxAstNodes: 100,
  maxDepth: 24,
  maxListElements: 30,
  maxMapEntries: 0,
  maxCallArguments: 8,
}
const maxDepth = 12
const comparisons = ['==', '!=', '<', '<=', '>', '>=', 'in']
// The number of arguments of each function, and of each method.
const functions: Record<string, number> = { has: 1, size: 1 }
const methods: Record<string, number> = { size: 0, startsWith: 1, endsWith: 1, contains: 1 }

/**
 * Checks that an expression uses only the part of CEL that guards may, and only known names. Macros over lists and
 * regular expressions could take minutes. Returns the calls of `has`, and the fields that it reads, such as `after.title`.
 *
 * @throws ExpressionFault at the first part that is not admitted
 */
export function admitExpression(root: ASTNode, text: string): { presences: ASTNode[]; reads: Set<string> } {
  const presences: ASTNode[] = []
  const reads = new Set<string>()
  visit(root, 1)
  return { presences, reads }

  function visit(node: ASTNode, depth: number): void {
    if (depth > maxDepth)
      throw new ExpressionFault(phrase('guard.tooDeep', { maximum: maxDepth }), text, node.start)
    if (isPresence(node)) presences.push(node)
    if (node.op === '.') reads.add(`${node.args[0].args}.${node.args[1]}`)
    // A chain of && or || reads as one level.
    for (const child of operandsOf(node, text))
      visit(child, isLogical(node) && child.op === node.op ? depth : depth + 1)
  }
}

function isLogical({ op }: ASTNode): boolean {
  return op === '&&' || op === '||'
}

function isPresence(node: ASTNode): boolean {
  return node.op === 'call' && node.args[0] === 'has'
}

// Returns the operands of a node that is admitted.
function operandsOf(node: ASTNode, text: string): readonly ASTNode[] {
  const reject = (fault: Phrase) => new ExpressionFault(fault, text, node.pos)
  switch (node.op) {
    case 'value':
      if (isLiteral(node.args)) return []
      throw reject(phrase('guard.literal'))
    case 'id':
      if (Object.hasOwn(guardNames, node.args)) return []
      throw reject(
        phrase('guard.unknownName', { name: node.args, available: Object.keys(guardNames).join(', ') }),
      )
    case '.':
      return fieldOf(node.args[0], node.args[1])
    case '!_':
      return [node.args]
    case '-_':
      if (node.args.op === 'value') return [node.args]
      throw reject(phrase('guard.operator', { operator: '-' }))
    case '&&':
    case '||':
    case '?:':
    case 'list':
      return node.args
    case 'call':
      return callOf(functions, node.args[0], node.args[1])
    case 'rcall':
      return [node.args[1], ...callOf(methods, node.args[0], node.args[2])]
    case 'map':
      throw reject(phrase('guard.maps'))
    default:
      if (comparisons.includes(node.op)) return node.args as readonly ASTNode[]
      throw reject(phrase('guard.operator', { operator: node.op }))
  }

  function fieldOf(record: ASTNode, field: string): readonly ASTNode[] {
    const fields =
      record.op === 'id' && Object.hasOwn(guardNames, record.args) ? guardNames[record.args] : undefined
    if (record.op !== 'id') throw reject(phrase('guard.onlyNamesHaveFields'))
    if (!fields || fields.includes(field)) return [record]
    const near = nearestSlugs(
      field,
      fields.map((name) => ({ slug: name, name })),
    )
    const named = { name: record.args, field }
    throw reject(
      near.length > 0
        ? phrase('guard.noFieldNearest', { ...named, nearest: near.join(', ') })
        : phrase('guard.noFieldOfValue', named),
    )
  }

  function callOf(
    available: Record<string, number>,
    name: string,
    args: readonly ASTNode[],
  ): readonly ASTNode[] {
    if (!Object.hasOwn(available, name)) throw reject(phrase('guard.unknownFunction', { name }))
    if (args.length !== available[name]) throw reject(phrase('guard.argumentCount', { name }))
    if (name === 'has' && args[0]?.op !== '.') throw reject(phrase('guard.hasTakesField'))
    return args
  }
}

function isLiteral(value: unknown): boolean {
  return value === null || ['string', 'boolean', 'bigint', 'number'].includes(typeof value)
}
