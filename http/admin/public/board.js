// Moves the cards of the board by drag, and by Shift and an arrow key. Both send the form of the card, which works alone.

const on = (type, listener) => document.addEventListener(type, listener)
const columns = [...document.querySelectorAll('[data-column]')]
const cardOf = (target) => target.closest?.('[data-card]:has(form)')
const columnOf = (target) => target.closest?.('[data-column]')

for (const form of document.querySelectorAll('[data-card] form')) {
  const card = cardOf(form)
  card.draggable = true
  // Otherwise the link would be dragged in place of its card.
  for (const link of card.querySelectorAll('a')) link.draggable = false
  // A draft that was restored is seen.
  card.querySelector('details').open ||= form.querySelector('.draft') !== null
}

function move(card, status) {
  const fold = card.querySelector('details')
  const form = fold.querySelector('form')
  const { status: choice, blocked_by: reason } = form.elements
  choice.value = status
  if (status !== 'blocked' || 'waits' in fold.dataset || reason.value !== '') return form.requestSubmit()
  // The reason is asked for.
  fold.open = true
  reason.focus()
}

const steps = { ArrowLeft: -1, ArrowRight: 1 }

on('keydown', (event) => {
  const { key, target, shiftKey, ctrlKey, metaKey, altKey } = event
  const card = cardOf(target)
  if (!(key in steps) || !shiftKey || ctrlKey || metaKey || altKey || !card) return
  // In a text the keys select, and in a choice they choose.
  if (target.matches('select') || target.value) return
  // A fold that is open shows the column that the card is going to.
  const { value } = card.querySelector('[open] [name=status]') ?? {}
  const chosen = value ?? columnOf(card).dataset.column
  const next = columns[columns.findIndex(({ dataset }) => dataset.column === chosen) + steps[key]]
  if (!next) return
  event.preventDefault()
  move(card, next.dataset.column)
})

let dragged

on('dragstart', (event) => {
  dragged = cardOf(event.target)
  if (!dragged) return
  event.dataTransfer.effectAllowed = 'move'
  event.dataTransfer.setData('text/plain', dragged.querySelector('a').textContent)
  dragged.classList.add('dragged')
})

function mark(column) {
  for (const one of columns) one.classList.toggle('over', one === column)
}

on('dragover', (event) => {
  const column = dragged && columnOf(event.target)
  mark(column)
  if (column) event.preventDefault()
})

on('drop', (event) => {
  const column = dragged && columnOf(event.target)
  if (!column) return
  event.preventDefault()
  if (column !== columnOf(dragged)) move(dragged, column.dataset.column)
})

on('dragend', () => {
  dragged?.classList.remove('dragged')
  dragged = undefined
  mark()
})
