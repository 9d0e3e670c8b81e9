// The keys of the pages. Every page works without them.

const { texts } = globalThis
const on = (type, listener, options) => document.addEventListener(type, listener, options)
const $ = (selector, root = document) => root.querySelector(selector)

// A person can switch off the keys that are single characters, which speech input may press by mistake.
const hasCharacters = document.body.dataset.characterKeys !== 'off'

const keys = [
  ['Ctrl K', texts.searchAll],
  ['Enter', texts.openRow],
  ['Ctrl Enter', texts.saveForm],
  ['Shift ← →', texts.moveCard],
  ['Escape', texts.leave],
]
const characterKeys = [
  ['/', texts.searchAll],
  ['j, k', texts.nextRow],
  ['e', texts.edit],
  ['n', texts.new],
  ['x', texts.tick],
  ['s, p, o, d', texts.changeTask],
  ['a, r', texts.decide],
  ['?', texts.showKeys],
]

// The Latin letter of a key: the character in a layout that has it, or else the place of the key, as in a Russian layout.
// Caps Lock changes only the character.
function letterOf({ key, code }) {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  return /^Key([A-Z])$/.exec(code)?.[1].toLowerCase()
}

function characterOf(event) {
  const { key, code, shiftKey } = event
  if (key === '/' || key === '?') return key
  if (code === 'Slash') return shiftKey ? '?' : '/'
  return shiftKey ? undefined : letterOf(event)
}

// Runs before the other listeners, which read the character too.
function nameCharacter(event) {
  const isShortcut = hasCharacters && !event.ctrlKey && !event.metaKey && !event.altKey
  event.character = isShortcut ? characterOf(event) : undefined
}
on('keydown', nameCharacter, { capture: true })

const typedInto =
  'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=button])'

on('keydown', (event) => {
  const { key, target, character } = event
  if (event.defaultPrevented || event.isComposing || event.altKey || !(target instanceof Element)) return
  if (event.ctrlKey || event.metaKey) {
    if (letterOf(event) === 'k' && !event.shiftKey) act(event, focusSearch)
    if (key === 'Enter') act(event, () => target.closest('form')?.requestSubmit())
    return
  }
  if ($('dialog[open]')) return
  if (target.matches(typedInto)) {
    if (key === 'Escape') target.blur()
    return
  }
  if (character === '/') act(event, focusSearch)
  else if (character === '?') act(event, showKeys)
  else if (character === 'j' || (key === 'ArrowDown' && $('[data-arrows]'))) act(event, () => moveRow(1))
  else if (character === 'k' || (key === 'ArrowUp' && $('[data-arrows]'))) act(event, () => moveRow(-1))
  else if (key === 'Enter' && !target.closest('a, button, summary')) rowLink()?.click()
  else if (character === 'e' && currentRow()) act(event, editRow)
  else if (character === 'x') press(tickOf(currentRow()))
  else if (character) press($(`[data-key="${character}"], .current [data-row-key="${character}"]`))
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

const everyRow = '[data-rows] :is(tbody > tr, li), [data-row]'
const currentRow = () => $(`:is(${everyRow}).current`)
const rowLink = () => currentRow() && $('a[href], summary', currentRow())

// The link of the row gets the focus, so that Enter and screen readers follow. A row in a folded group is passed over.
function moveRow(step) {
  const rows = [...document.querySelectorAll(everyRow)].filter((row) => row.checkVisibility())
  const current = currentRow()
  const next = current ? rows[rows.indexOf(current) + step] : rows[0]
  if (!next) return
  makeCurrent(next)
  rowLink()?.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest' })
}

function makeCurrent(row) {
  currentRow()?.classList.remove('current')
  row.classList.add('current')
}

// The row with the focus is the current one.
on('focusin', ({ target }) => {
  const row = target.closest(everyRow)
  if (row) makeCurrent(row)
})

function editRow() {
  if (currentRow().closest('[data-editable]')) location.assign(`${rowLink().pathname}/edit`)
}

const tickOf = (row) => row && $('input[type=checkbox]', row)

// A button for ticked rows is about the current row if none is ticked.
function press(button) {
  if (!button) return
  if ('ticked' in button.dataset && ![...button.form.elements].some(({ checked }) => checked)) {
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
    for (const [name, meaning] of [...keys, ...(hasCharacters ? characterKeys : [])])
      list.append(element('dt', name), element('dd', meaning))
    const title = element('h2', texts.keys)
    title.id = 'keys-title'
    const close = element('form', element('button', texts.close))
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

// Sending a form twice stores it once, but the second answer replaces the first, which may show a secret.
const repeatMs = 5000
const sentAt = new WeakMap()

function skipRepeat(event) {
  const { target, timeStamp } = event
  if (target.method !== 'post') return
  if (timeStamp - (sentAt.get(target) ?? -repeatMs) < repeatMs) {
    event.preventDefault()
    event.stopImmediatePropagation()
  } else sentAt.set(target, timeStamp)
}
on('submit', skipRepeat, { capture: true })

// Escape hides the sentence of a tile of the map until the pointer or the focus comes back to it.
on('keydown', ({ key }) => {
  if (key !== 'Escape') return
  for (const tile of document.querySelectorAll('.tile:is(:hover, :focus-within)'))
    tile.classList.add('is-quiet')
})
for (const type of ['pointerout', 'focusout'])
  on(type, ({ target, relatedTarget }) => {
    const tile = target.closest('.tile')
    if (!tile?.contains(relatedTarget)) tile?.classList.remove('is-quiet')
  })
