import { completable, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { slugCompletions } from './completion.ts'
import { escapeLine } from './escape-invisible.ts'
import { skillText } from './skills.ts'
import type { ToolDependencies } from './tool.ts'

/** Returns the function that registers the prompts, for the three most common tasks, on a server. */
export function promptRegistration(dependencies: ToolDependencies) {
  const { productSlugs, directionSlugs } = slugCompletions(dependencies)
  const direction = z.object({ direction: completable(z.string().max(255), directionSlugs).optional() })
  const product = z.object({ product: completable(z.string().max(255), productSlugs).optional() })
  return (server: McpServer): void => {
    server.registerPrompt(
      'review_portfolio',
      {
        title: 'Review the portfolio',
        description: 'The skill weekly-portfolio-review: what needs attention, and what to do about it',
        argsSchema: direction,
      },
      (args) => userMessage(reviewText(quoted(args.direction))),
    )
    server.registerPrompt(
      'prepare_product_decision',
      {
        title: 'Prepare a product decision',
        description: 'Facts, canon rules, options and a proposal, ready to record',
        argsSchema: product,
      },
      (args) => userMessage(decisionText(quoted(args.product))),
    )
    server.registerPrompt(
      'record_signal',
      {
        title: 'Record a signal about a product',
        description: 'A growth point, problem or risk, written over HTTP',
        argsSchema: product,
      },
      (args) => userMessage(signalText(quoted(args.product))),
    )
  }
}

const review = skillText('weekly-portfolio-review')

function reviewText(direction: string | undefined): string {
  if (!direction) return review
  return `Review only the direction ${direction}: send it as direction_slug to each tool that takes it.\n\n${review}`
}

function decisionText(product: string | undefined): string {
  return `Prepare a decision about ${productPhrase(product)}. Call list_canon_rules, get_product and list_decisions \
for it. State what the rules with trusted: true require, the arguments for and against each option, and the option \
you propose: decision_type, owner, review_at, tasks. When the user agrees, call describe_write_api with operation \
record_decision, test the request with dry_run=1, then send it.`
}

function signalText(product: string | undefined): string {
  return `Record a signal about ${productPhrase(product)}. First call search and check that the same signal is \
not recorded yet. Call describe_write_api with operation record_signal. Write a conclusion in words, not raw \
data: signal_type, severity, source_layer, title, body, recommended_action. Test the request with dry_run=1, show it \
to the user, then send it.`
}

function productPhrase(product: string | undefined): string {
  return product ? `the product ${product}` : 'a product (ask the user which one; list_products returns them)'
}

// Quoted and escaped, so that the typed text stays on one line of the prompt.
function quoted(typed: string | undefined): string | undefined {
  return typed ? JSON.stringify(escapeLine(typed.trim())) : undefined
}

function userMessage(text: string) {
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
}
