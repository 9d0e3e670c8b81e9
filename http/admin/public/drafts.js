// Keeps what was typed into a form[data-draft] until it is saved: a reload or an expired session loses nothing.

const prefix = 'draft:'
const submitted = 'submitted-draft'
const excluded = ['hidden', 'password', 'file', 'submit', 'button']
// With the version that the input belongs to, the server finds what others have changed since then.
const version = '_version'

const keyOf = (form) => prefix + form.dataset.draft
const isCheckable = ({ type }) => type === 'checkbox' || type === 'radio'
const controlsOf = (form) =>
  [...form.elements].filter(({ name, type }) => name === version || (name && !excluded.includes(type)))

function serialize(form) {
  const values = controlsOf(form).map((control) => [
    control.name,
    isCheckable(control) ? control.checked : control.value,
  ])
  return JSON.stringify(values)
}

function keep({ target }) {
  const form = target.closest('form[data-draft]')
  if (form) sessionStorage.setItem(keyOf(form), serialize(form))
}
document.addEventListener('input', keep)
document.addEventListener('change', keep)

document.addEventListener('submit', ({ target }) => {
  if (target.dataset.draft) sessionStorage.setItem(submitted, keyOf(target))
  if (target.getAttribute('action')?.endsWith('/admin/logout')) forgetAll()
})

function forgetAll() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
}

// The page after a successful save shows a notice. The login page after an expired session shows none. A rejected form is
// shown again with what was sent and the present version of the record.
function forgetSaved() {
  const key = sessionStorage.getItem(submitted)
  sessionStorage.removeItem(submitted)
  if (!key) return
  if (document.querySelector('.notice[role=status]')) return sessionStorage.removeItem(key)
  const rejected = [...document.querySelectorAll('form[data-draft]')].find((form) => keyOf(form) === key)
  if (rejected) sessionStorage.setItem(key, serialize(rejected))
}

function restore(form) {
  const draft = sessionStorage.getItem(keyOf(form))
  if (!draft || draft === serialize(form)) return
  const values = new Map(JSON.parse(draft))
  for (const control of controlsOf(form)) {
    const value = values.get(control.name)
    if (value === undefined) continue
    if (isCheckable(control)) control.checked = value
    else control.value = value
  }
  showNotice(form)
}

function showNotice(form) {
  const discard = document.createElement('button')
  discard.type = 'button'
  discard.textContent = 'Discard'
  const notice = document.createElement('p')
  notice.className = 'notice draft'
  notice.role = 'status'
  notice.append('Your unsaved input was restored.', discard)
  form.prepend(notice)
  discard.addEventListener('click', () => {
    sessionStorage.removeItem(keyOf(form))
    form.reset()
    notice.remove()
    controlsOf(form)[0]?.focus()
  })
}

forgetSaved()
for (const form of document.querySelectorAll('form[data-draft]')) restore(form)
