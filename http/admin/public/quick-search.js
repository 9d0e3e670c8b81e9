// The results below the box of the search: htmx loads them while a person types. Arrow keys move from the box into them,
// and between them, as j and k do.

const form = document.querySelector('form.search')
const box = form?.querySelector('input')
const links = () => [...form.querySelectorAll('.quick a')]

form?.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  const { key, target, character } = event
  const index = links().indexOf(target)
  const isTyped = target === box
  if (key === 'Escape') return act(event, () => close(isTyped))
  if (key === 'ArrowDown' || (character === 'j' && !isTyped))
    return act(event, () => links()[index + 1]?.focus())
  if (key === 'ArrowUp' || (character === 'k' && !isTyped))
    return act(event, () => (index > 0 ? links()[index - 1] : box).focus())
})

function act(event, action) {
  event.preventDefault()
  action()
}

// From a result, Escape leads back to the box. From the box, it leaves the search.
function close(isTyped) {
  if (isTyped) box.blur()
  else box.focus()
}
