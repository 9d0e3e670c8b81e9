// What the lists gain by JavaScript. Without it the server redirects to an address without empty parameters.

document.addEventListener('formdata', ({ target, formData }) => {
  if (!target.matches('.filters')) return
  for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
})
