// Shows the values of a plot beside the pointer, and moves with the arrow keys. The values are those of its table, which
// has them without JavaScript too. They lie above the page and move nothing. A click keeps them, so that their links can be
// followed; Escape or a click elsewhere ends that.

const { texts } = globalThis
const on = (type, listener, options) => document.addEventListener(type, listener, options)

/** What the script knows of a figure, read from its table when it is first used. */
const plots = new WeakMap()

function plotOf(figure) {
  const known = plots.get(figure)
  if (known) return known
  const area = figure.querySelector('.plot')
  const rows = [...figure.querySelectorAll('details tbody tr')].map((row) => ({
    time: Number(row.dataset.at),
    label: row.querySelector('th').textContent.trim(),
    cells: [...row.querySelectorAll('td')],
  }))
  const names = [...figure.querySelectorAll('details thead th')]
    .slice(1)
    .map((head) => head.textContent.trim())
  const output = element('div')
  output.className = 'readout'
  output.hidden = true
  // Beside the slider: what a slider contains is not reached by keyboard.
  area.after(output)
  const plot = { figure, area, rows, names, output, index: rows.length - 1, isKept: false }
  plots.set(figure, plot)
  return plot
}

const shownSvg = ({ area }) => [...area.querySelectorAll('svg')].find((svg) => svg.clientWidth > 0)
const numbersIn = (text) => text.split(' ').map(Number)

// The horizontal place of a time in the units of the drawing.
function place(svg, time) {
  const [first, last, left, right] = numbersIn(svg.dataset.x)
  return last === first ? (left + right) / 2 : left + ((time - first) / (last - first)) * (right - left)
}

function nearest(plot, event) {
  const svg = shownSvg(plot)
  if (!svg) return plot.index
  const { left, width } = svg.getBoundingClientRect()
  const x = ((event.clientX - left) / width) * svg.viewBox.baseVal.width
  let best = 0
  for (const [index, { time }] of plot.rows.entries())
    if (Math.abs(place(svg, time) - x) < Math.abs(place(svg, plot.rows[best].time) - x)) best = index
  return best
}

const maxSpans = 5

/** Returns the values of a row: the name of each column with the nodes of its cell. */
function valuesOf(figure, { time, cells }) {
  const { names } = plotOf(figure)
  const values = [...cells.entries()]
    .filter(([, cell]) => cell.textContent.trim() !== '–')
    .map(([column, cell]) => ({ name: names[column], nodes: cell.childNodes }))
  const spans = [...figure.querySelectorAll('[data-from]')].filter(
    ({ dataset }) => Number(dataset.from) <= time && time <= Number(dataset.to ?? Infinity),
  )
  const named = spans.slice(0, maxSpans).map((span) => ({ name: '', nodes: span.querySelectorAll('a') }))
  const rest = spans.length - named.length
  return [
    ...values,
    ...named,
    ...(rest > 0 ? [{ name: texts.more.replace('{count}', rest), nodes: [] }] : []),
  ]
}

function textOf(figure, row) {
  const spoken = valuesOf(figure, row).map(({ name, nodes }) =>
    [name, ...[...nodes].map((node) => node.textContent)].join(' ').trim(),
  )
  return [row.label, ...(spoken.length === 0 ? [texts.noValues] : spoken)].join(', ')
}

/** Shows the values of a row, beside the pointer if there is one. */
function show(figure, index, pointer) {
  const plot = plotOf(figure)
  plot.index = Math.max(0, Math.min(plot.rows.length - 1, index))
  const row = plot.rows[plot.index]
  if (!row) return
  const shown = valuesOf(figure, row).map(({ name, nodes }) => {
    const label = element('span', name)
    label.className = 'name'
    return element('span', label, ' ', ...[...nodes].map((node) => node.cloneNode(true)))
  })
  plot.output.replaceChildren(element('strong', row.label), ...shown)
  plot.output.hidden = false
  plot.area.setAttribute('aria-valuenow', plot.index)
  plot.area.setAttribute('aria-valuetext', textOf(figure, row))
  drawCursor(plot, row)
  putBeside(plot, pointer ?? cursorOf(plot, row))
}

// Only values that stay can be pressed: others would lie in the way of the pointer.
function keep(plot, isKept) {
  plot.isKept = isKept
  plot.output.classList.toggle('kept', isKept)
}

function hide(plot) {
  plot.output.hidden = true
  keep(plot, false)
  for (const cursor of plot.area.querySelectorAll('.cursor')) cursor.remove()
}

const gap = 14
const headerHeight = 56

// Without a pointer the values stand at the cursor, at the top of what is in sight of the plot.
function cursorOf(plot, { time }) {
  const svg = shownSvg(plot)
  const { left, top, bottom, width } = svg.getBoundingClientRect()
  const x = left + (place(svg, time) / svg.viewBox.baseVal.width) * width
  return { x, y: Math.min(Math.max(top, headerHeight), bottom) }
}

// Keeps the values within the figure and in sight, and beside the pointer or, without room, above or below it.
function putBeside({ figure, output }, { x, y }) {
  const frame = figure.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = output
  const lowest = Math.min(frame.bottom, window.innerHeight) - height
  const within = (low, value, high) => Math.max(low, Math.min(value, high))
  const isRight = x + gap + width <= frame.right
  const isBeside = isRight || x - gap - width >= frame.left
  const besides = isRight ? x + gap : x - gap - width
  const left = isBeside ? besides : within(frame.left, x - width / 2, frame.right - width)
  const apart = y + gap <= lowest ? y + gap : y - gap - height
  const top = isBeside ? within(headerHeight, y, lowest) : Math.max(headerHeight, apart)
  output.style.left = `${left - frame.left - figure.clientLeft}px`
  output.style.top = `${top - frame.top - figure.clientTop}px`
}

const namespace = 'http://www.w3.org/2000/svg'

function drawCursor({ area }, { time, cells }) {
  for (const svg of area.querySelectorAll('svg')) {
    svg.querySelector('.cursor')?.remove()
    const cursor = document.createElementNS(namespace, 'g')
    cursor.setAttribute('class', 'cursor')
    const x = place(svg, time)
    const [top, bottom] = numbersIn(svg.dataset.lanes)
    cursor.append(shape('line', { x1: x, x2: x, y1: top, y2: bottom }))
    for (const lane of svg.querySelectorAll('[data-y]')) {
      const [low, high, start, end] = numbersIn(lane.dataset.y)
      const lines = lane.querySelectorAll('.line')
      for (const [index, line] of lines.entries()) {
        const cell = cells[Number(lane.dataset.column) + index]
        // The value of a day that is not over is followed by words.
        const value = Number.parseFloat(cell?.dataset.value ?? cell?.textContent)
        if (Number.isNaN(value)) continue
        const share =
          'log' in lane.dataset ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low)
        const y = start + share * (end - start)
        cursor.append(
          shape('circle', { cx: x, cy: y, r: 3.5, class: line.getAttribute('class').replace('line ', '') }),
        )
      }
    }
    svg.append(cursor)
  }
}

function shape(name, attributes) {
  const created = document.createElementNS(namespace, name)
  for (const [attribute, value] of Object.entries(attributes)) created.setAttribute(attribute, value)
  return created
}

function element(name, ...content) {
  const created = document.createElement(name)
  created.append(...content)
  return created
}

const figureOf = (target) => target.closest?.('[data-plot]')

// The plot whose values are shown.
let current

function follow(event) {
  const figure = event.target.closest?.('.plot') && figureOf(event.target)
  const plot = figure && plotOf(figure)
  if (current && current !== plot && !current.isKept) close()
  if (!plot || plot.isKept) return
  current = plot
  show(figure, nearest(plot, event), { x: event.clientX, y: event.clientY })
}

function close() {
  if (current) hide(current)
  current = undefined
}

on('pointermove', follow)
on('pointerdown', (event) => {
  if (current?.output.contains(event.target)) return
  if (current) keep(current, false)
  follow(event)
})
on('click', (event) => {
  if (current && event.target.closest?.('.plot') === current.area) keep(current, true)
})
window.addEventListener('resize', close)
// The pointer has left the window.
document.documentElement.addEventListener('pointerleave', () => current?.isKept || close())

const steps = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: -Infinity,
  End: Infinity,
}

on('keydown', (event) => {
  if (event.key === 'Escape') return close()
  if (!event.target.matches?.('.plot') || !(event.key in steps)) return
  if (event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  const figure = figureOf(event.target)
  showKept(figure, plotOf(figure).index + steps[event.key])
})

// By keyboard the values stay until the focus leaves them and their plot.
function showKept(figure, index) {
  const plot = plotOf(figure)
  if (current !== plot) close()
  current = plot
  show(figure, index)
  keep(plot, true)
}

on('focusin', ({ target }) => {
  if (target.matches?.('.plot:focus-visible'))
    return showKept(figureOf(target), plotOf(figureOf(target)).index)
  if (current?.isKept && !current.output.contains(target) && target !== current.area) close()
})

// A reader of the screen hears the values as those of a slider.
function prepare(root) {
  for (const area of root.querySelectorAll('[data-plot] .plot')) {
    const figure = figureOf(area)
    const { rows, index } = plotOf(figure)
    if (rows.length === 0) continue
    const attributes = {
      role: 'slider',
      tabindex: 0,
      'aria-label': texts.valuesByKeys.replace('{title}', () => area.dataset.title),
      'aria-valuemin': 0,
      'aria-valuemax': rows.length - 1,
      'aria-valuenow': index,
      'aria-valuetext': textOf(figure, rows[index]),
    }
    for (const [name, value] of Object.entries(attributes)) area.setAttribute(name, value)
  }
}

prepare(document)
on('htmx:load', ({ target }) => prepare(target))
