// What the pages gain by JavaScript: suggestions and copy buttons. Every page works without it.

// The path before /admin at which a proxy serves the pages. This file is below /admin/static.
const publicPath = new URL(import.meta.url).pathname.replace(/\/admin\/static\/[^/]+\/[^/]+$/, '')

const { texts } = globalThis
const on = (type, listener) => document.addEventListener(type, listener)
const $ = (selector, root = document) => root.querySelector(selector)

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
    control.list.replaceChildren(...suggestions.map(optionOf))
  } catch {
    // Aborted, or no connection: the text can be typed without suggestions.
  }
}

function optionOf({ value, label, key }) {
  const option = new Option(label, value)
  if (key) option.dataset.key = key
  return option
}

// A form that knows the records behind its texts, whatever they are called when it is sent, gets that of a suggestion too.
on('input', ({ target }) => {
  const names = target.form?.elements.namedItem('_named')
  const chosen = names && [...(target.list?.options ?? [])].find(({ value }) => value === target.value)
  if (chosen?.dataset.key) names.value += `\n${chosen.dataset.key} ${chosen.value}`
})

// Copy buttons: <button data-copy="#id" hidden>Copy</button>

on('click', async ({ target }) => {
  const source = target.dataset?.copy && $(target.dataset.copy)
  if (!source) return
  announce((await copy(source)) ? texts.copied : texts.copyByHand)
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

// A button that starts something long says so until the response: <button data-busy="Testing…">Test</button>

on('submit', ({ submitter, defaultPrevented }) => {
  const { busy } = submitter?.dataset ?? {}
  if (!busy || defaultPrevented) return
  const label = submitter.textContent
  // A disabled button would not be sent.
  setTimeout(() => {
    submitter.disabled = true
    submitter.textContent = busy
    announce(busy)
  })
  // The browser keeps a page that was left.
  addEventListener('pagehide', () => {
    submitter.disabled = false
    submitter.textContent = label
  })
})

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

const live = document.createElement('p')
live.id = 'live'
live.role = 'status'
document.body.append(live)
showButtons(document)
on('htmx:load', ({ target }) => showButtons(target))
