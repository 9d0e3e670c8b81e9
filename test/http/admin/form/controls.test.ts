import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { formControls } from '../../../../http/admin/form/controls.ts'
import { allRecords } from '../../../../http/admin/records/index.ts'

/** Returns the control of a form for a new record. */
function controlOf(collection: string, name: string) {
  const pages = allRecords.find((candidate) => candidate.collection === collection)
  return formControls(pages?.create?.body ?? z.object({})).find((control) => control.name === name)
}

describe('a control of a reference', () => {
  it.each([
    ['products', 'direction_slug'],
    ['competitors', 'product_slug'],
    ['keyword-positions', 'app_slug'],
    ['store-truth', 'app_slug'],
  ])('is required in the form of %s, where the API requires the slug or the id', (collection, name) => {
    expect(controlOf(collection, name)).toMatchObject({ required: true })
  })

  it('says of which references the API requires at least one', () => {
    const helpOf = (collection: string, name: string) => {
      const help = controlOf(collection, name)?.help
      return help && String(help)
    }
    expect(controlOf('decisions', 'product_slug')).toMatchObject({ required: false })
    expect(helpOf('decisions', 'product_slug')).toBe('At least one is required: product, app or direction')
    expect(helpOf('apps', 'product_slug')).toBe('At least one is required: product or direction')
    expect(helpOf('tasks', 'product_decision_id')).toContain('decision, product, app or direction')
    expect(helpOf('decisions', 'app_slug')).toBeUndefined()
  })
})
