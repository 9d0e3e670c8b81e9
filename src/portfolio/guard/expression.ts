import { type ASTNode, Environment } from '@marcbachmann/cel-js'
import { LRUCache } from 'lru-cache'
import { phrase } from '../../language/phrase.ts'
import { ExpressionFault } from './expression-fault.ts'
import { admitExpression, parserLimits } from './language.ts'
import { guardNames } from './names.ts'

/** Returns whether values of the names meet a condition. Throws if they leave that open, such as `null < 3`. */
export type Condition = ((values: Record<string, unknown>) => boolean) & {
  /** The kind of record that the expression demands by `write.kind == '…' && …`. Null if it demands none. */
  kind: string | null
  /** The fields that the expression reads, such as `after.title`. */
  reads: ReadonlySet<string>
}

const names = Object.keys(guardNames).map((name) => [name, name === 'today' ? 'string' : 'dyn'] as const)
const parser = environmentOf({ limits: parserLimits })
// What `has` becomes may be larger than the expression.
const runner = environmentOf({})

const compiled = new LRUCache<string, Condition>({ max: 500 })

/**
 * Returns the condition that an expression of CEL states.
 *
 * @throws ExpressionFault if it is not valid, uses more of the language than guards may, or is not true or false
 */
export function compileExpression(text: string): Condition {
  const known = compiled.get(text)
  if (known) return known
  const { ast, check } = parse(text)
  const { presences, reads } = admitExpression(ast, text)
  const { valid, type, error } = check()
  if (!valid) throw ExpressionFault.from(error, text)
  if (type !== 'bool') throw new ExpressionFault(notBoolean, text, ast.start)
  const evaluate = runner.parse(withPresence(text, presences))
  const isMet = (values: Record<string, unknown>) => evaluate(values) as boolean
  const condition = Object.assign(isMet, { kind: demandedKind(ast), reads })
  compiled.set(text, condition)
  return condition
}

// A false operand makes a chain of && false, whatever the others are.
function demandedKind(node: ASTNode): string | null {
  if (node.op === '&&') return demandedKind(node.args[0]) ?? demandedKind(node.args[1])
  if (node.op !== '==') return null
  const [field, { op, args: value }] = node.args
  const isKind = field.op === '.' && field.args[0].args === 'write' && field.args[1] === 'kind'
  return isKind && op === 'value' && typeof value === 'string' ? value : null
}

const notBoolean = phrase('guard.notCondition')

function environmentOf(options: { limits?: typeof parserLimits }): Environment {
  const environment = new Environment({ ...options, homogeneousAggregateLiterals: false })
  for (const [name, type] of names) environment.registerVariable(name, type)
  return environment
}

function parse(text: string) {
  try {
    return parser.parse(text)
  } catch (error) {
    throw ExpressionFault.from(error, text)
  }
}

// Every field is present, and null if it is unset. So `has` asks whether it is set, as CEL does for a message.
function withPresence(text: string, presences: ASTNode[]): string {
  return presences
    .toSorted((one, other) => other.start - one.start)
    .reduce((result, { start, end, args }) => {
      const [, [field]] = args as [string, [ASTNode]]
      const [record, name] = field.args as [ASTNode, string]
      const isSet = `(${record.args} != null && ${record.args}.${name} != null)`
      return result.slice(0, start) + isSet + result.slice(end)
    }, text)
}
