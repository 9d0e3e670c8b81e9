// Moves the focus into the form of a single field, and back to its edit link when the form is left.

const fieldForm = 'form[action*="/edit/"]'
const cancel = '.buttons a'
const leftForm = 'left-form'

// htmx sends this event for the form that it inserted, and at first for the page, which may be the form with its messages.
document.addEventListener('htmx:load', ({ target }) => {
  target.querySelector(`${fieldForm} [name]:not([type=hidden])`)?.focus()
})

// Runs before the keys of admin.js. The default action of Escape would stop the page that is being loaded.
function cancelByEscape(event) {
  const form = event.target.closest(fieldForm)
  if (event.key !== 'Escape' || event.isComposing || !form) return
  event.preventDefault()
  form.querySelector(cancel).click()
}
document.addEventListener('keydown', cancelByEscape, { capture: true })

// A choice is saved by Enter like a text, so that one key opens the form of a field and another one saves it.
document.addEventListener('keydown', (event) => {
  const { key, target, isComposing, ctrlKey, metaKey } = event
  if (key !== 'Enter' || isComposing || ctrlKey || metaKey || !target.matches(`${fieldForm} select`)) return
  event.preventDefault()
  target.form.requestSubmit()
})

// The page of the record or its list, which is loaded then, shows the link to the address of the form.
function remember(form) {
  sessionStorage.setItem(leftForm, form.getAttribute('action'))
}
document.addEventListener('submit', ({ target }) => {
  if (target.matches(fieldForm)) remember(target)
})
document.addEventListener('click', ({ target }) => {
  if (target.matches(`${fieldForm} ${cancel}`)) remember(target.closest('form'))
})

document.querySelector(`a.edit[href="${sessionStorage.getItem(leftForm)}"]`)?.focus()
sessionStorage.removeItem(leftForm)
