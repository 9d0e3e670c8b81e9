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
    expect(controlOf('decisions', 'product_slug')).toMatchObject({
      required: false,
      help: 'At least one is required: product, app or direction',
    })
    expect(controlOf('apps', 'product_slug')?.help).toBe('At least one is required: product or direction')
    expect(controlOf('tasks', 'product_decision_id')?.help).toContain('decision, product, app or direction')
    expect(controlOf('decisions', 'app_slug')?.help).toBeUndefined()
  })
})
