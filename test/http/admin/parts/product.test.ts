import { beforeAll, describe, expect, it } from 'vitest'
import { dayText } from '../../../../http/admin/html/time.ts'
import { daysFromToday } from '../../../../src/record/rules/day.ts'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makeApp, makeDecision, makeProduct, makeSignal, sql } from '../../../support/makers.ts'
import { marketOf } from '../../../support/market.ts'
import { makePerson } from '../../../support/people.ts'
import { textOf } from '../../../support/proposals-world.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const hostile = '<script>alert(1)</script>'

let world: World
let browser: Browser
let page: string
const { addPosition, addTruth } = marketOf(() => world)

beforeAll(async () => {
  world = await makeWorld()
  browser = await signIn(world, await makePerson(world))
  const product = await makeProduct(world, { name: 'Scanner' })
  page = `/admin/products/${product.id}`
  const { slug: app_slug } = await makeApp(world, { product_slug: product.slug, name: 'QR' })
  for (const [keyword, days, position] of [
    ['qr', 60, 28],
    ['qr', 0, 62],
    ['steady', 200, 1],
    ['steady', 0, 3],
  ] as const)
    await addPosition({ app_slug, keyword, date: daysFromToday(-days), position })
  await addTruth({ app_slug, date: daysFromToday(-3), version: '1.0', rating: 4.5 })
  await addTruth({ app_slug, date: daysFromToday(-1), version: '1.1', rating: 4.4 })
  await makeSignal(world, { product_slug: product.slug, title: hostile })
  await makeDecision(world, { product_slug: product.slug, title: 'Raise the price' })
})

/** Returns the section of the timeline. */
async function timeline(query = ''): Promise<string> {
  const { status, body } = await browser.get(`${page}${query}`)
  expect(status).toBe(200)
  expect(body).not.toContain(hostile)
  return body.split('aria-labelledby="timeline"')[1]?.split('</section>')[0] ?? ''
}

const headings = (part: string) =>
  [...part.matchAll(/<th scope="col"[^>]*>([^<]*)</g)].map(([, heading]) => heading)

describe('the timeline on the page of a product', () => {
  it('is the first section, after what a person must know first', async () => {
    const { body } = await browser.get(page)
    expect(/<h2[^>]*>([^<]*)</.exec(body)?.[1]).toBe('Timeline')
    expect(body.indexOf('class="values lead"')).toBeLessThan(body.indexOf('id="timeline"'))
  })

  it('has a lane and a column of the table for each kind of event', async () => {
    const part = await timeline()
    expect(headings(part)).toEqual([
      'Time',
      'Rank: qr, DE',
      'Rank: steady, DE',
      'Rating: QR (iOS)',
      'Signals',
      'Decisions',
      'Releases',
      'Agents',
    ])
    expect(part).toMatch(/<svg class="wide"[\s\S]*<svg class="medium"[\s\S]*<svg class="narrow"/)
    for (const link of ['>Raise the price</a>', '>1.1 of QR (iOS)</a>']) expect(part).toContain(link)
    expect(part).toMatch(
      /<li class="tone-muted" data-from="\d+">\s*<a href="\/admin\/signals\/\d+">&lt;script>/,
    )
  })

  it('is that of 90 full days, or of 30 or 365 by a link', async () => {
    expect(await timeline()).toContain(`${dayText(daysFromToday(-90))} to ${dayText(daysFromToday(-1))}`)
    expect(await timeline('?days=30')).toContain(
      `${dayText(daysFromToday(-30))} to ${dayText(daysFromToday(-1))}`,
    )
    const [, href = ''] = /<a href="([^"]*)"[^>]*>365 days</.exec(await timeline()) ?? []
    const year = await timeline(href.replace(page, '').replace('#timeline', ''))
    expect(year).toContain(`${dayText(daysFromToday(-365))} to ${dayText(daysFromToday(-1))}`)
    expect(await timeline('?days=12')).toContain(dayText(daysFromToday(-90)))
  })

  it('shows the keywords that a person ticks', async () => {
    const part = await timeline('?keyword=steady%2C+DE')
    expect(headings(part)).toContain('Rank: steady, DE')
    expect(headings(part)).not.toContain('Rank: qr, DE')
    expect(part).toMatch(/value="steady, DE" checked/)
    expect(part).toMatch(/<a href="[^"]*\?days=30&amp;keyword=steady%2C\+DE#timeline"/)
    expect(headings(await timeline('?keyword=nothing'))).not.toContain('Rank: qr, DE')
    expect((await browser.get(`${page}?keyword=a%00`)).status).toBe(200)
  })

  it('says that nothing happened to a new product', async () => {
    await browser.get('/admin/products/new')
    const created = await browser.post('/admin/products/new', { name: 'New', direction_slug: 'utilities' })
    const { body } = await browser.get(String(created.headers.location))
    expect(body).toContain('Nothing happened in the last 90 days.')
    expect(body).toContain('No keyword position was measured in the last 90 days.')
  })
})

describe('the head of the page of a product', () => {
  const leadOf = async (id: number, as = browser) => {
    const { body } = await as.get(`/admin/products/${id}`)
    return textOf({
      body: `<main>${/<dl class="values lead">([\s\S]*?)<\/dl>/.exec(body)?.[1] ?? ''}`,
    }).trim()
  }

  it('has the health, the next step, the worst signal and the owner, and no field twice', async () => {
    const { id, slug } = await makeProduct(world, { health_state: 'Falling', next_step: 'Ask the testers' })
    expect(await leadOf(id)).toMatch(
      /^Health (✎ )?Falling Next step (✎ )?Ask the testers Worst signal None is unresolved Owner No application/,
    )
    await makeSignal(world, {
      product_slug: slug,
      title: 'Chance',
      signal_type: 'growth-point',
      severity: 'critical',
    })
    await makeSignal(world, { product_slug: slug, title: 'Leak', severity: 'high' })
    await makeSignal(world, {
      product_slug: slug,
      title: 'Settled',
      severity: 'critical',
      status: 'dismissed',
    })
    expect(await leadOf(id)).toContain('Worst signal High Leak')
    const { body } = await browser.get(`/admin/products/${id}`)
    expect(body.match(/<dt>Next step/g)).toHaveLength(1)
  })

  it('names the owners of its applications, without those who are blocked', async () => {
    const { id, slug } = await makeProduct(world)
    const { id: app_id } = await makeApp(world, { product_slug: slug })
    const [owner, other, blocked] = [
      await makePerson(world),
      await makePerson(world),
      await makePerson(world),
    ]
    for (const [index, person] of [owner, owner, other, blocked].entries())
      await sql(
        world,
        `insert into applications (name, native_id, platform, status, app_id, owner_id, created_by, updated_by)
         values ($1, $1, 'ios', 'active', $2, $3, '{}', '{}')`,
        `Build ${index}`,
        app_id,
        person.id,
      )
    await sql(world, `update users set status = 'blocked' where id = $1`, blocked.id)
    const names = [owner.name, other.name].toSorted()
    expect(await leadOf(id)).toMatch(new RegExp(`Owners ${names.join(' ?, ')}$`))
    const admin = await signIn(world, await makePerson(world, 'admin'))
    const { body } = await admin.get(`/admin/products/${id}`)
    expect(body).toContain(`<a href="/admin/users/${owner.id}">${owner.name}</a>`)
  })
})

describe('the sections of the page of a product', () => {
  it('without content are one line, with a link to a new record', async () => {
    const { id, slug } = await makeProduct(world)
    const { body } = await browser.get(`/admin/products/${id}`)
    for (const [collection, absent] of [
      ['signals', 'No signals yet'],
      ['tasks', 'No tasks yet'],
      ['insights', 'No insights yet'],
    ])
      expect(body).toMatch(
        new RegExp(
          `<div class="head"><h2 id="related-${collection}">[^<]*</h2><p class="absent">${absent}</p><div class="buttons">[^/]*<a href="/admin/${collection}/new\\?product_slug=${slug}[^>]*>New</a>\\s*</div></div>\\s*</section>`,
        ),
      )
  })

  it('has its facts in groups', async () => {
    const { body } = await browser.get(page)
    const facts = body.split('<div class="facts">')[1]?.split('</section>')[0] ?? ''
    expect([...facts.matchAll(/<h2>([^<]*)</g)].slice(0, 3).map(([, heading]) => heading)).toEqual([
      'Standing',
      'Business',
      'Records',
    ])
  })
})

describe('the competitors of a product', () => {
  it('the page of a product links to all of its competitors only if it has some', async () => {
    const browser = await signIn(world, await makePerson(world))
    const { id, slug } = await makeProduct(world)
    const link = `<a href="/admin/competitors?product_slug=${slug}">All</a>`
    const address = `/admin/products/${id}`
    expect((await browser.get(address)).body).not.toContain(link)
    await browser.get('/admin/competitors/new')
    const created = await browser.post('/admin/competitors/new', { name: 'Rival', product_slug: slug })
    expect(created.status).toBe(303)
    expect((await browser.get(address)).body).toContain(link)
  })
})
