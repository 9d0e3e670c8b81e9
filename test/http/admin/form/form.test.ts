import { expect, it } from 'vitest'
import { form } from '../../../../http/admin/form/form.ts'
import { render } from '../../../../http/admin/html/html.ts'

const control = (name: string, kind: 'text' | 'long' | 'choice' | 'choices') => ({
  name,
  label: name,
  kind,
  required: false,
})
const controls = [control('kinds', 'choices'), control('title', 'text'), control('body', 'long')]
const focusedIn = (errors?: Record<string, string[]>) =>
  [
    ...render(form({ csrf: '', controls, values: {}, errors, submit: 'Save' }), 'UTC').matchAll(
      /<[^>]*autofocus[^>]*>/g,
    ),
  ].map(([tag]) => /name="(\w+)"/.exec(tag)?.[1])

it('a form with errors gives the focus to the first invalid control that can have it', () => {
  expect(focusedIn({ body: ['Too long.'], title: ['Too short.'], kinds: ['Wrong.'] })).toEqual(['title'])
  expect(focusedIn({ body: ['Too long.'] })).toEqual(['body'])
  expect(focusedIn({ other: ['Wrong.'] })).toEqual([])
  expect(focusedIn()).toEqual([])
})
