import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { countsOn, uploadCsv } from '../../../support/csv-upload.ts'
import { makeProduct, sql } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  world = await makeWorld()
  browser = await signIn(world, await makePerson(world, 'manager'))
})

const upload = (kind: string, content: string | Buffer) => uploadCsv(world, browser, kind, content)

describe('a file of products', () => {
  it('is previewed with values before and after, imported as the person, and offers its rejected lines to correct', async () => {
    const product = await makeProduct(world, { name: 'Before & after', next_step: 'Old step' })
    const secret = `ghp_${'x1Y2'.repeat(9)}`
    const bad = '"no;where"'
    const lines = [
      'slug;name;direction_slug;next_step;Owner',
      `${product.slug};;;New step;Ann`,
      ';Fresh product;utilities;;Бен',
      `;Lost product;${bad};'=1+1;Cara`,
      `;Secret product;utilities;${secret};=2+2`,
    ]
    const preview = await upload('products', lines.join('\r\n'))
    expect(countsOn(preview.body)).toEqual({
      'To be created': 1,
      'To be changed': 1,
      Unchanged: 0,
      Rejected: 2,
    })
    expect(preview.body).toMatch(/<del>Old step<\/del>[\s\S]*<ins>New step<\/ins>/)
    expect(preview.body).toMatch(
      /<th scope="row" class="number">4<\/th>\s*<td><code>direction_slug<\/code><\/td>\s*<td>no;where<\/td>\s*<td>The selected direction slug is invalid/,
    )
    expect(preview.body).not.toContain(secret)
    const rejected = async () => {
      const { headers, body } = await browser.get(`${preview.action}/rejected.csv`)
      expect(headers['content-type']).toContain('text/csv')
      expect(preview.body).toContain(`${preview.action}/rejected.csv`)
      return body
    }
    const expected = [
      '\uFEFFslug;name;direction_slug;next_step;Owner',
      `;Lost product;${bad};'=1+1;Cara`,
      `;Secret product;utilities;;'=2+2`,
      '',
    ].join('\r\n')
    expect(await rejected()).toBe(expected)
    await browser.post(preview.action)
    const result = await browser.get(preview.action)
    expect(countsOn(result.body)).toEqual({ Created: 1, Changed: 1, Unchanged: 0, Rejected: 2 })
    expect(await rejected()).toBe(expected)
    const changes = await sql(
      world,
      `select count(*)::int as count from history join staged_imports as import
        on import.request_id = history.request_id and import.imported_at = history.created_at
          and import.created_by = history.actor
        where history.surface = 'admin' and history.record_type = 'product'`,
    )
    expect(changes).toEqual([{ count: 2 }])
    const again = await upload('products', (await rejected()).replace('"no;where"', 'fitness'))
    expect(countsOn(again.body)).toMatchObject({ 'To be created': 2, Rejected: 0 })
  })

  it('is refused by roles that may not create products, as the form is', async () => {
    const reader = await signIn(world, await makePerson(world, 'user'))
    for (const path of [
      '/admin/products/import',
      '/admin/apps/import',
      '/admin/products/import/template.csv',
    ])
      expect([path, (await reader.get(path)).status]).toEqual([
        path,
        (await reader.get('/admin/products/new')).status,
      ])
  })

  it('is previewed again, and not imported, if a record was changed after the preview', async () => {
    const product = await makeProduct(world, { name: 'Shown before', next_step: 'Shown step' })
    const preview = await upload('products', `slug,next_step\n${product.slug},From the file`)
    await world.send('PATCH', `/api/portfolio/products/${product.slug}`, { next_step: 'By an agent' })
    const again = await browser.post(preview.action)
    expect(again.status).toBe(409)
    expect(again.body).toMatch(/<p class="error" role="alert">Records have changed since the preview/)
    expect(again.body).toMatch(/<del>By an agent<\/del>[\s\S]*<ins>From the file<\/ins>/)
    const nextStep = async () =>
      (await world.send('GET', `/api/portfolio/products/${product.slug}`)).body.product.next_step
    expect(await nextStep()).toBe('By an agent')
    expect((await browser.post(preview.action)).status).toBe(303)
    expect(await nextStep()).toBe('From the file')
  })
})

describe('the template', () => {
  it.each([
    ['products', 'slug,name,direction_slug,portfolio_status'],
    ['apps', 'slug,name,product_slug,direction_slug,platform'],
    ['keyword-positions', 'app_slug,keyword,country,position,date,platform,measured'],
    ['competitor-reviews', 'competitor_id,body,reviewed_at,rating,author,language'],
    ['store-truth', 'app_slug,date,title,subtitle'],
  ])('of %s has the fields as its header', async (kind, fields) => {
    const { headers, body } = await browser.get(`/admin/${kind}/import/template.csv`)
    expect(headers['content-type']).toContain('text/csv')
    expect(body.startsWith(fields)).toBe(true)
    expect((await browser.get(`/admin/${kind}/import`)).body).toContain(`/admin/${kind}/import/template.csv`)
  })
})
