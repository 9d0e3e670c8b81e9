// What the lists gain by JavaScript. Without it the server redirects to an address without empty parameters.

const { texts } = globalThis

document.addEventListener('formdata', ({ target, formData }) => {
  if (!target.matches('.filters')) return
  for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
})

// The control that ticks all rows of the page needs JavaScript, which reveals it.
const tickAll = document.querySelector('[data-tick-all]')
if (tickAll) tickAll.hidden = false

const ticks = 'td.tick input'
document.addEventListener('change', ({ target }) => {
  if (target !== tickAll && !target.matches(ticks)) return
  if (target === tickAll) for (const tick of document.querySelectorAll(ticks)) tick.checked = target.checked
  const count = document.querySelectorAll(`${ticks}:checked`).length
  for (const output of document.querySelectorAll('output.ticked'))
    output.textContent = count === 0 ? '' : texts.ticked.replace('{count}', count)
})
