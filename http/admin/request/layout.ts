import type { Person } from '../../../src/access/person.ts'
import type { Message } from '../../../src/record/fault.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { assetUrl } from '../assets.ts'
import { type Html, html, render } from '../html/html.ts'
import { postButton } from '../html/post-form.ts'
import { pageLanguage, t } from '../html/text.ts'
import type { Notice } from './page-cookie.ts'
import { homeOf } from './path.ts'
import { menu, type Navigation, sidebar } from './sidebar.ts'

/** The content of a page. */
export type Page = {
  title: string
  content: Html
  /** Links to the pages above this one. */
  above?: { href: string; label: Message }[]
}

/** The properties of a request that every page needs. */
export type PageContext = Navigation & {
  person: Person | undefined
  /** The time zone of times. */
  zone: string
  csrf: string
  notice?: Notice | undefined
  /** The id of the form that the page answers, and whether it was saved. The browser keeps what was typed until then. */
  sent?: { form: string; isSaved: boolean } | undefined
  /** Whether keys that are single characters do something. */
  hasCharacterKeys: boolean
}

const brand = html`<img src=${assetUrl('icon.svg')} alt="" width="20" height="20" /><span>portfolio-ops</span>`

/** Returns the HTML document of a page, with the navigation that the person may see. */
export function htmlDocument({ title, content, above = [] }: Page, context: PageContext): string {
  const { person, notice, sent, zone, hasCharacterKeys } = context
  const body = html`
    <a class="skip" href="#main">${t('layout.skipToContent')}</a>
    ${person ? header(person, context) : null}
    <div class=${person ? 'columns' : 'columns alone'}>
      ${person ? sidebar(context) : null}
      <main id="main" tabindex="-1" data-saved=${sent?.isSaved ? sent.form : undefined} data-answers=${sent?.isSaved ? undefined : sent?.form}>
        ${person ? null : html`<p class="brand">${brand}</p>`}
        ${
          above.length > 0
            ? html`<nav class="above" aria-label=${t('layout.above')}>
              ${above.map(({ href, label }) => html`<a href=${href}>${label}</a>`)}
            </nav>`
            : null
        }
        ${notice && noticeText(notice)}
        ${content}
        ${person ? footer(zone) : null}
      </main>
    </div>
    ${person ? html`<dialog id="keys" aria-labelledby="keys-title"></dialog>` : null}
  `
  return `<!doctype html>
<html lang="${pageLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="htmx-config" content='{"includeIndicatorStyles":false,"allowEval":false,"selfRequestsOnly":true,"responseHandling":[{"code":"204","swap":false},{"code":"[23]..","swap":true},{"code":"409|422","swap":true},{"code":"[45]..","swap":false,"error":true}]}'>
<title>${render(title, zone)} · portfolio-ops</title>
<link rel="icon" href="${assetUrl('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${assetUrl('admin.css')}">
<script src="${assetUrl('htmx.min.js')}" defer></script>
<script src="${assetUrl(`texts.${pageLanguage()}.js`)}" defer></script>
<script src="${assetUrl('admin.js')}" type="module"></script>
<script src="${assetUrl('keys.js')}" type="module"></script>
<script src="${assetUrl('lists.js')}" type="module"></script>
<script src="${assetUrl('drafts.js')}" type="module"></script>
<script src="${assetUrl('mentions.js')}" type="module"></script>
<script src="${assetUrl('inline-edit.js')}" type="module"></script>
<script src="${assetUrl('board.js')}" type="module"></script>
<script src="${assetUrl('plots.js')}" type="module"></script>
<script src="${assetUrl('quick-search.js')}" type="module"></script>
</head>
<body${person ? ` data-person="${person.id}"` : ''}${hasCharacterKeys ? '' : ' data-character-keys="off"'}>${render(body, zone)}</body>
</html>
`
}

// The button needs JavaScript, which reveals it.
function footer(zone: string): Html {
  return html`
    <footer class="foot">
      <span>${t('layout.timeZone', { zone })}</span>
      <button type="button" class="plain" data-keys hidden>${t('layout.keys')}</button>
    </footer>
  `
}

function noticeText({ done, warnings }: Notice): Html {
  return html`
    <p class="notice" role="status">${done}</p>
    ${warnings.map((warning) => html`<p class="notice warning" role="status">${warning}</p>`)}
  `
}

function header(person: Person, context: PageContext): Html {
  const account = html`<div class="person">
    <a href="/admin/account">${visibleName(person)}</a>
    ${postButton('/admin/logout', context.csrf, t('layout.signOut'), { style: 'plain' })}
  </div>`
  return html`
    <header class="top">
      <a class="brand" href=${homeOf(person)}>${brand}</a>
      ${
        person.role === 'user'
          ? null
          : html`<form class="search" role="search" action="/admin/search" method="get">
            <input
              type="search"
              name="q"
              aria-label=${t('layout.search')}
              placeholder=${t('layout.search')}
              autocomplete="off"
              data-search
              hx-get="/admin/search/quick"
              hx-trigger="input changed delay:250ms"
              hx-target="#quick"
              hx-sync="this:replace"
            />
            <kbd aria-hidden="true">/</kbd>
            <div id="quick" class="quick"></div>
          </form>`
      }
      ${account} ${menu(context, account)}
    </header>
  `
}
