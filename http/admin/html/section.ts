import type { Message } from '../../../src/record/fault.ts'
import { type Html, html } from './html.ts'

type Section = {
  id: string
  title: Message
  /** Links beside the heading, such as that to a new record. */
  links?: Html
  /** Null if there is nothing to show. */
  content: Html
  /** Says that there is nothing. */
  absent: Html
}

/** Renders a section of the page of a record. One without content takes a single line. */
export function section({ id, title, links, content, absent }: Section): Html {
  return html`
    <section class="part">
      <div class="head">
        <h2 id=${id}>${title}</h2>
        ${content ? null : html`<p class="absent">${absent}</p>`}
        ${links ? html`<div class="buttons">${links}</div>` : null}
      </div>
      ${content}
    </section>
  `
}
