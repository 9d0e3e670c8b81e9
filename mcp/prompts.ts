import { completable, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { completions } from './completion.ts'
import { visible } from './escape-invisible.ts'
import type { ToolDependencies } from './tool.ts'

/** Adds the prompts to a server: the three things that people ask of a portfolio. */
export function prompts(ground: ToolDependencies) {
  const { productSlugs, directionSlugs } = completions(ground)
  const direction = z.object({ direction: completable(z.string().max(255), directionSlugs).optional() })
  const product = z.object({ product: completable(z.string().max(255), productSlugs).optional() })
  return (server: McpServer): void => {
    server.registerPrompt(
      'review_portfolio',
      {
        title: 'Review the portfolio',
        description: 'What needs attention, and what to do about it',
        argsSchema: direction,
      },
      (sent) => say(reviewOf(named(sent.direction))),
    )
    server.registerPrompt(
      'prepare_product_decision',
      {
        title: 'Prepare a decision about a product',
        description: 'Facts, canon and options, ready to be recorded',
        argsSchema: product,
      },
      (sent) => say(decisionOn(named(sent.product))),
    )
    server.registerPrompt(
      'record_signal',
      {
        title: 'Record a signal about a product',
        description: 'A growth point, problem or risk, written over HTTP',
        argsSchema: product,
      },
      (sent) => say(signalOf(named(sent.product))),
    )
  }
}

function reviewOf(direction: string | undefined): string {
  const scope = direction ? ` of the direction ${direction}` : ''
  const narrowed = direction ? ` with direction_slug ${direction}` : ''
  return `Review the portfolio${scope}. Call list_canon_rules and get_portfolio_summary${narrowed}, then get_product \
for each product that needs attention. Say, the gravest first: what is wrong, why it matters by the canon, who should \
do what by when. Separate what the records say from what you conclude. Write nothing without being told to.`
}

function decisionOn(product: string | undefined): string {
  return `Prepare a decision about ${product ? `the product ${product}` : 'a product (ask which one: list_products)'}. \
Call list_canon_rules, get_product and list_decisions for it. Say what the rules with trusted: true ask for, what \
speaks for and against each option, and which one you propose: decision_type, owner, review_at, tasks. Once a person \
agrees, call describe_write_api with operation record_decision, try it with dry_run=1, then send it.`
}

function signalOf(product: string | undefined): string {
  return `Record a signal about ${product ? `the product ${product}` : 'a product (ask which one: list_products)'}. \
Call list_signals for it first: a second signal about the same thing is noise. Call describe_write_api with operation \
record_signal. Write a conclusion in words, no raw data: signal_type, severity, source_layer, title, body, \
recommended_action. Try it with dry_run=1, show it, then send it.`
}

// What a person typed stands in a sentence: on one line, with nothing hidden in it.
function named(typed: string | undefined): string | undefined {
  return typed ? JSON.stringify(visible(typed.trim())) : undefined
}

function say(text: string) {
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
}
