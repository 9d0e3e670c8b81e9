// What the pages gain by JavaScript: keys, suggestions and copy buttons. Every page works without it.

// The path before /admin at which a proxy serves the pages. This file is below /admin/static.
const publicPath = new URL(import.meta.url).pathname.replace(/\/admin\/static\/[^/]+\/[^/]+$/, '')

const on = (type, listener) => document.addEventListener(type, listener)
const $ = (selector, root = document) => root.querySelector(selector)

// Keys

const keys = [
  ['/ or Ctrl K', 'Search all records'],
  ['j, k', 'Next row or result, previous one'],
  ['Enter', 'Open the current row'],
  ['e', 'Edit the record, or the current row'],
  ['n', 'New record'],
  ['x', 'Tick the current row, or take the tick away'],
  ['a, r', 'Approve, reject: the proposal, the ticked rows, or else the current row'],
  ['Ctrl Enter', 'Save the form'],
  ['Escape', 'Leave a control, cancel the form of a field, close this list'],
  ['?', 'Show these keys'],
]

const typedInto =
  'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=button])'

on('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing) return
  const { key, target } = event
  if (event.ctrlKey || event.metaKey) {
    if (key === 'k') act(event, focusSearch)
    if (key === 'Enter') act(event, () => target.closest('form')?.requestSubmit())
    return
  }
  if (event.altKey || $('dialog[open]')) return
  if (target.matches(typedInto)) {
    if (key === 'Escape') target.blur()
    return
  }
  if (key === '/') act(event, focusSearch)
  else if (key === '?') act(event, showKeys)
  else if (key === 'j' || (key === 'ArrowDown' && $('[data-arrows]'))) act(event, () => moveRow(1))
  else if (key === 'k' || (key === 'ArrowUp' && $('[data-arrows]'))) act(event, () => moveRow(-1))
  else if (key === 'Enter' && !target.closest('a, button, summary')) rowLink()?.click()
  else if (key === 'e' && currentRow()) act(event, editRow)
  else if (/^[a-z]$/.test(key)) press($(`[data-key="${key}"]`) ?? (key === 'x' && tickOf(currentRow())))
})

function act(event, action) {
  event.preventDefault()
  action()
}

function focusSearch() {
  const search = $('[data-search]')
  search?.focus()
  search?.select()
}

const everyRow = '[data-rows] :is(tbody > tr, li)'
const currentRow = () => $(`:is(${everyRow}).current`)
const rowLink = () => currentRow() && $('a[href]', currentRow())

// The link of the row gets the focus, so that Enter and screen readers follow.
function moveRow(step) {
  const rows = [...document.querySelectorAll(everyRow)]
  const current = currentRow()
  const next = current ? rows[rows.indexOf(current) + step] : rows[0]
  if (!next) return
  current?.classList.remove('current')
  next.classList.add('current')
  rowLink()?.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest' })
}

function editRow() {
  if (currentRow().closest('[data-editable]')) location.assign(`${rowLink().pathname}/edit`)
}

const tickOf = (row) => row && $('input[type=checkbox]', row)

// A button for ticked rows is about the current row if none is ticked.
function press(button) {
  if (!button) return
  if ('ticked' in button.dataset && !$('table[data-rows] input:checked')) {
    const tick = tickOf(currentRow())
    if (!tick) return
    tick.checked = true
  }
  button.click()
}

function showKeys() {
  const dialog = $('#keys')
  if (!dialog) return
  if (!dialog.firstChild) {
    const list = element('dl')
    for (const [name, meaning] of keys) list.append(element('dt', name), element('dd', meaning))
    const title = element('h2', 'Keyboard shortcuts')
    title.id = 'keys-title'
    const close = element('form', element('button', 'Close'))
    close.method = 'dialog'
    dialog.append(title, list, close)
  }
  dialog.showModal()
}

on('click', ({ target }) => {
  if (target.matches('[data-keys]')) showKeys()
})

function element(name, ...content) {
  const created = document.createElement(name)
  created.append(...content)
  return created
}

// Suggestions for a control that refers to another record

const suggestionDelay = 150
let suggestionTimer
let suggestionRequest

function suggest({ target, inputType }) {
  // A suggestion that was chosen arrives as an input too.
  if (!target.matches('input[data-suggest]') || inputType === 'insertReplacementText') return
  clearTimeout(suggestionTimer)
  suggestionTimer = setTimeout(loadSuggestions, suggestionDelay, target)
}
on('input', suggest)
on('focusin', suggest)

async function loadSuggestions(control) {
  suggestionRequest?.abort()
  suggestionRequest = new AbortController()
  const { signal } = suggestionRequest
  try {
    const address = new URL(control.dataset.suggest, location)
    address.searchParams.set('q', control.value)
    const answer = await fetch(address, { signal })
    if (!answer.ok || answer.redirected) return
    const suggestions = await answer.json()
    control.list.replaceChildren(...suggestions.map(({ value, label }) => new Option(label, value)))
  } catch {
    // Aborted, or no connection: the text can be typed without suggestions.
  }
}

// Copy buttons: <button data-copy="#id" hidden>Copy</button>

on('click', async ({ target }) => {
  const source = target.dataset?.copy && $(target.dataset.copy)
  if (!source) return
  announce((await copy(source)) ? 'Copied' : 'Select the text and copy it by hand')
})

async function copy(source) {
  try {
    await navigator.clipboard.writeText(source.value ?? source.textContent)
    return true
  } catch {
    // On plain http a browser has no clipboard for scripts.
    if (source.select) source.select()
    else getSelection().selectAllChildren(source)
    return document.execCommand('copy')
  }
}

// The browser keeps a page that was left, so the secret is removed from it.
addEventListener('pagehide', () => $('.secret')?.remove())

function announce(text) {
  const region = $('#live')
  region.textContent = text
  setTimeout(() => region.replaceChildren(), 3000)
}

// A button that needs JavaScript is hidden without it. htmx:load announces a part that htmx put into the page.
function showButtons(root) {
  for (const button of root.querySelectorAll('[data-copy], [data-keys]')) button.hidden = false
}

// The answer to a request of htmx after the session expired is the login page, which must not replace a part of this page.
on('htmx:beforeSwap', (event) => {
  const { pathname } = new URL(event.detail.xhr.responseURL)
  if (pathname !== `${publicPath}/admin/login`) return
  event.preventDefault()
  const next = location.pathname.slice(publicPath.length) + location.search
  location.assign(`${pathname}?next=${encodeURIComponent(next)}`)
})

// The navigation may be longer than the window.
$('.side [aria-current]')?.scrollIntoView({ block: 'nearest' })

const live = element('p')
live.id = 'live'
live.role = 'status'
document.body.append(live)
showButtons(document)
on('htmx:load', ({ target }) => showButtons(target))
