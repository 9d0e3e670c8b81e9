// What the lists gain by JavaScript. Without it the server redirects to an address without empty parameters.

document.addEventListener('formdata', ({ target, formData }) => {
  if (!target.matches('.filters')) return
  for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
})

// The control that ticks all rows of the page needs JavaScript, which reveals it.
const tickAll = document.querySelector('[data-tick-all]')
if (tickAll) tickAll.hidden = false

document.addEventListener('change', ({ target }) => {
  if (target !== tickAll) return
  for (const tick of document.querySelectorAll('td.tick input')) tick.checked = target.checked
})
