// Suggestions for the users whom a note mentions, after an @. Without them, the full name or email is typed.

const delay = 150
// The letters from the @ to the caret. An @ inside a word is part of an email.
const typed = /^(?:.*[^\p{L}\p{N}\p{M}_])?@([^\n]{0,100})$/su
const longest = 120

const list = document.createElement('ul')
list.role = 'listbox'
list.id = 'mentions'
list.className = 'mentions'
list.ariaLabel = globalThis.texts.users

let area
let timer
let request

const typedIn = ({ value, selectionStart: caret }) =>
  typed.exec(value.slice(Math.max(0, caret - longest), caret))?.[1]
const active = () => list.querySelector('[aria-selected=true]')

document.addEventListener('input', ({ target }) => {
  if (!target.matches('textarea[data-mention]')) return
  close()
  if (typedIn(target) === undefined) return
  timer = setTimeout(load, delay, target)
})

async function load(target) {
  const text = typedIn(target)
  request = new AbortController()
  const { signal } = request
  try {
    const address = new URL(target.dataset.mention, location)
    address.searchParams.set('q', text.trim())
    const answer = await fetch(address, { signal })
    if (!answer.ok || answer.redirected) return
    const users = await answer.json()
    // A name that is complete needs no suggestion.
    if (!signal.aborted && users.length > 0 && !users.some(({ value }) => text === `${value} `))
      open(target, users)
  } catch {
    // Aborted, or no connection: the name can be typed without suggestions.
  }
}

function open(target, users) {
  area = target
  list.replaceChildren(...users.map(optionOf))
  area.after(list)
  area.setAttribute('aria-autocomplete', 'list')
  area.setAttribute('aria-controls', list.id)
  choose(list.firstElementChild)
}

function optionOf({ value, label }, index) {
  const option = document.createElement('li')
  option.role = 'option'
  option.id = `${list.id}-${index}`
  option.dataset.value = value
  const about = document.createElement('span')
  about.className = 'muted'
  about.textContent = label
  option.append(value, ' ', about)
  return option
}

function choose(option) {
  active()?.setAttribute('aria-selected', 'false')
  option.setAttribute('aria-selected', 'true')
  option.scrollIntoView({ block: 'nearest' })
  area.setAttribute('aria-activedescendant', option.id)
}

function insert(option) {
  const { selectionStart: caret } = area
  const text = typedIn(area)
  const target = area
  if (text !== undefined) target.setRangeText(`${option.dataset.value} `, caret - text.length, caret, 'end')
  // The draft is kept by this event.
  target.dispatchEvent(new Event('input', { bubbles: true }))
  close()
}

function close() {
  clearTimeout(timer)
  request?.abort()
  list.remove()
  for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant'])
    area?.removeAttribute(name)
  area = undefined
}

const keys = {
  ArrowDown: () => choose(active().nextElementSibling ?? list.firstElementChild),
  ArrowUp: () => choose(active().previousElementSibling ?? list.lastElementChild),
  Enter: () => insert(active()),
  Tab: () => insert(active()),
  Escape: close,
}

// Before other keys of the page, such as that which sends the form.
document.addEventListener(
  'keydown',
  (event) => {
    if (!area) return
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event
    if (!Object.hasOwn(keys, key) || shiftKey || ctrlKey || altKey || metaKey) return
    event.preventDefault()
    event.stopPropagation()
    keys[key]()
  },
  { capture: true },
)

// The text keeps the focus. A press elsewhere may move the caret.
document.addEventListener('pointerdown', (event) => {
  const option = event.target.closest?.('.mentions [role=option]')
  if (!option) return close()
  event.preventDefault()
  insert(option)
})
document.addEventListener('focusout', ({ target }) => target === area && close())
