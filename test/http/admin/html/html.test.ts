import { describe, expect, it } from 'vitest'
import { html, render } from '../../../../http/admin/html/html.ts'
import { foreign, shownForeign } from '../../../support/foreign-texts.ts'

describe('a character that cannot be seen', () => {
  it.each([
    [foreign, shownForeign],
    ['a\u200db', 'a[U+200D]b'],
    ['👩\u200d', '👩[U+200D]'],
    ['👩🏽\u200d🚀 🏳️\u200d🌈', '👩🏽\u200d🚀 🏳️\u200d🌈'],
    ['a\ufe0f ❤\ufe0f', 'a[U+FE0F] ❤\ufe0f'],
    ['one\r\ntwo\tthree\rfour', 'one\r\ntwo\tthree[U+000D]four'],
    ['Ä é ё №5 – “x” → 日本 \u00a0', 'Ä é ё №5 – “x” → 日本 \u00a0'],
    ['\u{e0100}\u180e\u115f\uffa0\u{1d159}', '[U+E0100][U+180E][U+115F][U+FFA0][U+1D159]'],
  ])('is shown as its code point: %j', (text, expected) => {
    expect(render(html`<p title=${text}>${text}</p>`, 'UTC')).toBe(`<p title="${expected}">${expected}</p>`)
  })

  it('stays in the value of a form control', () => {
    const form = html`<input title=${foreign} value=${foreign} /><textarea>${foreign}</textarea>${foreign}`
    expect(render(form, 'UTC')).toBe(
      `<input title="${shownForeign}" value="${foreign}"/><textarea>${foreign}</textarea>${shownForeign}`,
    )
  })
})
