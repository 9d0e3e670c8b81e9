// Keeps what was typed into a form until the server has saved it, so that a reload, an expired session, a lost connection
// or a restart loses nothing. Signing out removes all drafts.

const prefix = 'draft:'
const signingOut = 'signing-out'
const tabName = 'draft-tab'
const unkept = ['hidden', 'password', 'file', 'submit', 'button', 'reset', 'image']
// The version that the input belongs to, with which the server finds what others have changed since then, and the records
// behind the texts of references.
const keptHidden = ['_version', '_named']
const formId = '_form'
// The parameters of an address that do not change which form it is.
const wayParameters = ['back', 'next']

const { texts } = globalThis
const { person } = document.body.dataset
const tab = sessionStorage.getItem(tabName) ?? `${Date.now()}-${Math.random()}`
sessionStorage.setItem(tabName, tab)
const own = `${prefix}${person}:${tab}:`
const pristine = new WeakMap()

const isCheckable = ({ type }) => type === 'checkbox' || type === 'radio'
const isTyped = ({ name, type, dataset }) => name && !unkept.includes(type) && !('secret' in dataset)
// A ticked row of a table is a selection of rows, which may be others on the next visit.
const isRowTick = (control) => isCheckable(control) && control.closest('td, th')
const isKept = (control) => keptHidden.includes(control.name) || (isTyped(control) && !isRowTick(control))
const hasText = (form) =>
  form.method === 'post' &&
  [...form.elements].some(
    (control) => isTyped(control) && !isCheckable(control) && control.type !== 'select-one',
  )

function addressOf(href) {
  const { pathname, searchParams } = new URL(href, location)
  for (const name of wayParameters) searchParams.delete(name)
  return `${pathname}?${searchParams}`
}
const addressOfForm = (form) => addressOf(form.getAttribute('action') ?? location.href)
const idIn = (form) => form.elements.namedItem(formId)

// Several controls may have one name.
function controlsOf(form) {
  const counts = {}
  return [...form.elements].filter(isKept).map((control) => {
    counts[control.name] = (counts[control.name] ?? 0) + 1
    return [`${control.name} ${counts[control.name]}`, control]
  })
}
const valuesOf = (form) =>
  Object.fromEntries(
    controlsOf(form).map(([name, control]) => [name, isCheckable(control) ? control.checked : control.value]),
  )
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other)

function fill(form, { id, values }) {
  const field = idIn(form)
  // With its id, a form that was stored but not answered is not stored again.
  if (field && id) field.value = id
  for (const [name, control] of controlsOf(form)) {
    if (!(name in values)) continue
    if (isCheckable(control)) control.checked = values[name]
    else control.value = values[name]
  }
}

// Drafts are kept for each tab, so that a form in one tab does not overwrite that in another.

const read = (key) => JSON.parse(localStorage.getItem(key))
const keys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix))

/** Returns the draft of this tab, or else the newest one of other tabs, which may be closed. */
function find(address) {
  const mine = read(own + address)
  if (mine) return mine
  const others = keys()
    .filter((key) => key.endsWith(`:${address}`))
    .map((key) => ({ key, draft: read(key) }))
    .sort((one, other) => other.draft.at - one.draft.at)
  const [newest] = others
  return newest && { ...newest.draft, from: { key: newest.key, at: newest.draft.at } }
}

function store(form) {
  const address = addressOfForm(form)
  const { values, from } = read(own + address) ?? pristine.get(form)?.draft ?? {}
  // A page may show only some controls of the form that the draft began in.
  const draft = { at: Date.now(), id: idIn(form)?.value, values: { ...values, ...valuesOf(form) }, from }
  localStorage.setItem(own + address, JSON.stringify(draft))
}

// Removes a draft and that of another tab which it continued, unless the other tab has changed it since then.
function remove(key) {
  const { from } = read(key) ?? {}
  localStorage.removeItem(key)
  if (from && read(from.key)?.at === from.at) remove(from.key)
}

function keep({ target }) {
  const { form } = target
  if (!form || !pristine.has(form) || !isKept(target)) return
  if (isSame(valuesOf(form), pristine.get(form).values)) remove(own + addressOfForm(form))
  else store(form)
}
document.addEventListener('input', keep)
document.addEventListener('change', keep)

document.addEventListener('submit', ({ target: form }) => {
  if (form.getAttribute('action')?.endsWith('/admin/logout')) sessionStorage.setItem(signingOut, 'yes')
  const isChanged = pristine.has(form) && !isSame(valuesOf(form), pristine.get(form).values)
  // The preview of a change without controls of its own saves what was typed before it.
  if (isChanged || (form.method === 'post' && localStorage.getItem(own + addressOfForm(form)))) store(form)
})

function keyOfSent(id) {
  return id && keys().find((key) => key.startsWith(own) && read(key).id === id)
}

function restore(form, rejected) {
  const address = addressOfForm(form)
  const id = idIn(form)?.value
  if (own + address === rejected) {
    // It shows what was sent, with the present version of the record.
    pristine.set(form, { id })
    return store(form)
  }
  const values = valuesOf(form)
  const draft = find(address)
  pristine.set(form, { id, values, draft })
  if (!draft) return
  fill(form, draft)
  if (!isSame(valuesOf(form), values)) showNotice(form)
}

function showNotice(form) {
  const discard = document.createElement('button')
  discard.type = 'button'
  discard.textContent = texts.discard
  const notice = document.createElement('p')
  notice.className = 'notice draft'
  notice.role = 'status'
  notice.append(texts.restored, discard)
  form.prepend(notice)
  discard.addEventListener('click', () => {
    const key = own + addressOfForm(form)
    if (!read(key)) store(form)
    remove(key)
    fill(form, pristine.get(form))
    notice.remove()
    controlsOf(form)
      .find(([, { type }]) => type !== 'hidden')?.[1]
      .focus()
  })
}

// A form that is not on the page, such as that of a single field, is found by the link to it.
function markLinks(root) {
  const addresses = new Set(keys().map((key) => key.slice(key.indexOf(':/') + 1)))
  if (addresses.size === 0) return
  for (const link of root.querySelectorAll('a.edit, a.button')) {
    if (!addresses.has(addressOf(link.href)) || link.nextElementSibling?.matches('.unsaved')) continue
    const mark = document.createElement('span')
    mark.className = 'unsaved'
    mark.textContent = texts.unsaved
    link.after(mark)
  }
}

function prepare(root) {
  // The ids of the form that the server has saved, and of the form that this page answers without having saved it.
  const { saved, answers } = document.querySelector('#main').dataset
  const done = keyOfSent(saved)
  if (done) remove(done)
  const rejected = keyOfSent(answers)
  const forms = root.matches('form') ? [root] : root.querySelectorAll('form')
  for (const form of forms) if (!pristine.has(form) && hasText(form)) restore(form, rejected)
  markLinks(root)
}

if (!person && sessionStorage.getItem(signingOut)) for (const key of keys()) localStorage.removeItem(key)
sessionStorage.removeItem(signingOut)
if (person) {
  // Another person may have used this browser before.
  for (const key of keys()) if (!key.startsWith(`${prefix}${person}:`)) localStorage.removeItem(key)
  prepare(document.body)
  // htmx announces a part that it has put into the page.
  document.addEventListener('htmx:load', ({ target }) => prepare(target))
}
