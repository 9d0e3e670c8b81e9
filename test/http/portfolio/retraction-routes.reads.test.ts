import { beforeAll, describe, expect, it } from 'vitest'
import { callTool, toolDependencies } from '../../mcp/call-tool.ts'
import {
  makeDecision,
  makeEconomics,
  makeInsight,
  makeProduct,
  makeTask,
  root,
} from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const kinds = [
  { key: 'insight', list: 'insights', path: `${root}/insights`, make: makeInsight },
  { key: 'economics', list: 'economics', path: `${root}/economics`, make: makeEconomics },
] as const
const required = {
  insight: { body: 'Because.' },
  economics: { period_start: '2026-01-01', period_end: '2026-01-31' },
}
// The kinds of records that rest on others, with what a creation requires beside a title and a place.
const resting = [
  { kind: 'insight', folder: 'insights', body: required.insight },
  { kind: 'economics', folder: 'economics', body: required.economics },
  {
    kind: 'decision',
    folder: 'decisions',
    body: { decision_type: 'scale', owner: 'Anna', decision: 'Grow.', review_at: '2099-01-01' },
  },
  { kind: 'task', folder: 'tasks', body: {} },
]
const reason = 'The figures are those of another product.'

describe.each(kinds)('a retracted record of $path', ({ key, list, path, make }) => {
  it('is left out of lists unless include_retracted=1, and counted accordingly', async () => {
    const { slug } = await makeProduct(world)
    const kept = await make(world, { product_slug: slug })
    const mistaken = await make(world, { product_slug: slug })
    const ids = async (query = '') => {
      const { body } = await world.send('GET', `${path}?product_slug=${slug}${query}`)
      return [body[list].map(({ id }: { id: number }) => id), body.meta.total]
    }
    await world.send('POST', `${path}/${mistaken.id}/retract`, { reason })
    expect(await ids()).toEqual([[kept.id], 1])
    expect(await ids('&include_retracted=0')).toEqual([[kept.id], 1])
    expect(await ids('&include_retracted=1')).toEqual([[mistaken.id, kept.id], 2])
    expect(await ids('&include_retracted=1&offset=1')).toEqual([[kept.id], 2])
    expect(await ids(`&q=${encodeURIComponent(kept.title)}`)).toEqual([[kept.id], 1])
    expect((await world.send('GET', `${path}?include_retracted=yes`)).status).toBe(422)
    await world.send('DELETE', `${path}/${mistaken.id}/retract`)
    expect(await ids()).toEqual([[mistaken.id, kept.id], 2])
  })

  it('is left out of the search, with words and without', async () => {
    const { slug } = await makeProduct(world)
    const word = `mistaken${key}`
    const { id } = await make(world, { product_slug: slug, title: `A ${word}` })
    const found = async (query: string) =>
      (await world.send('GET', `${root}/search?product_slug=${slug}&kinds=${key}&q=${query}`)).body.results
        .length
    expect([await found(word), await found(slug)]).toEqual([1, 1])
    await world.send('POST', `${path}/${id}/retract`, { reason })
    expect([await found(word), await found(slug)]).toEqual([0, 0])
    await world.send('DELETE', `${path}/${id}/retract`)
    expect(await found(word)).toBe(1)
  })

  it('is left out of similar', async () => {
    const { slug } = await makeProduct(world)
    const fields = { product_slug: slug, title: 'Trials that begin with the widget convert better' }
    const { id } = await make(world, fields)
    const body = { ...fields, ...required[key] }
    const similar = async () => {
      const answer = await world.send('POST', `${path}?dry_run=1`, body)
      return answer.body.similar.map((record: { id: number }) => record.id)
    }
    expect(await similar()).toContain(id)
    await world.send('POST', `${path}/${id}/retract`, { reason })
    expect(await similar()).not.toContain(id)
    await world.send('DELETE', `${path}/${id}/retract`)
    expect(await similar()).toContain(id)
  })

  it('is named in the evidence and the chain of records that rest on it, with retracted: true', async () => {
    const made = await make(world, { title: 'Grounds' })
    const evidence = [{ type: key, id: made.id }]
    const decision = await makeDecision(world, { direction_slug: 'utilities', evidence })
    const task = await makeTask(world, { evidence })
    const insight = await makeInsight(world, { evidence })
    const economics = await makeEconomics(world, { evidence })
    const rest = [
      ['decisions', 'decision', decision],
      ['tasks', 'task', task],
      ['insights', 'insight', insight],
      ['economics', 'economics', economics],
    ] as const
    const links = async () => {
      const shown = []
      for (const [folder, name, { id }] of rest)
        shown.push((await world.send('GET', `${root}/${folder}/${id}`)).body[name].evidence)
      return shown
    }
    const link = { type: key, id: made.id, title: 'Grounds' }
    expect(await links()).toEqual(rest.map(() => [link]))
    await world.send('POST', `${path}/${made.id}/retract`, { reason })
    expect(await links()).toEqual(rest.map(() => [{ ...link, retracted: true }]))
    const { chain } = (await world.send('GET', `${root}/decisions/${decision.id}`)).body.decision
    expect(chain[list]).toEqual([expect.objectContaining({ id: made.id, retracted: true })])
    await world.send('DELETE', `${path}/${made.id}/retract`)
    expect(await links()).toEqual(rest.map(() => [link]))
  })

  it.each(resting)(
    'is marked in the evidence of $kind in lists, answers to writes and tools, and leaves their etag',
    async ({ kind, folder, body }) => {
      const { slug } = await makeProduct(world)
      const kept = await make(world)
      const made = await make(world)
      const sent = [kept, made].map(({ id }) => ({ type: key, id }))
      const marked = [sent[0], { ...sent[1], retracted: true }]
      await world.send('POST', `${path}/${made.id}/retract`, { reason })
      const fields = { ...body, title: 'Rests', product_slug: slug, evidence: sent }
      const creation = await world.send('POST', `${root}/${folder}`, fields)
      expect([creation.status, creation.body[kind].evidence]).toEqual([201, marked])
      const one = `${root}/${folder}/${creation.body[kind].id}`
      const list = async () =>
        (await world.send('GET', `${root}/${folder}?product_slug=${slug}`)).body[folder][0].evidence
      expect(await list()).toEqual(marked)
      const { content } = await callTool(toolDependencies(world), `list_${folder}`, {
        product_slug: slug,
        full: true,
      })
      expect(content[folder][0].evidence).toEqual(marked)
      const compact = async () => {
        const call = async (name: string, args: object) =>
          (await callTool(toolDependencies(world), name, args)).content[folder]?.[0]
        const lists = [await call(`list_${folder}`, { product_slug: slug })]
        return kind === 'task' ? lists : [...lists, await call('get_product', { product: slug })]
      }
      for (const row of await compact())
        expect(row).toMatchObject({ rests_on_retracted: [`${key} ${made.id}`] })
      const { etag } = creation.body
      expect((await world.send('GET', one)).body.etag).toBe(etag)
      const changed = await world.send('PATCH', one, { evidence: sent }, { 'if-match': etag })
      if (kind === 'decision' || kind === 'task')
        expect([changed.status, changed.body[kind].evidence, changed.body.etag]).toEqual([200, marked, etag])
      await world.send('DELETE', `${path}/${made.id}/retract`)
      expect(await list()).toEqual(sent)
      for (const row of await compact()) expect(row).not.toHaveProperty('rests_on_retracted')
      expect((await world.send('GET', one)).body.etag).toBe(etag)
    },
  )

  it('is marked in the evidence of the records of a chain, and of the tasks of a decision', async () => {
    const made = await make(world)
    const evidence = [{ type: key, id: made.id }]
    const between = await makeInsight(world, { evidence })
    const { id } = await makeDecision(world, {
      evidence: [{ type: 'insight', id: between.id }],
      tasks: [{ title: 'Do', evidence }],
    })
    await world.send('POST', `${path}/${made.id}/retract`, { reason })
    const { tasks, chain } = (await world.send('GET', `${root}/decisions/${id}`)).body.decision
    const marked = [{ ...evidence[0], retracted: true }]
    expect(chain.insights.find((link: { id: number }) => link.id === between.id).evidence).toEqual(marked)
    expect([tasks[0].evidence, chain.tasks[0].evidence]).toEqual([marked, marked])
  })
})

it('twenty retracted insights with the same title do not hide a live one from similar', async () => {
  const { slug } = await makeProduct(world)
  const title = 'Trials that begin with the widget convert better'
  const live = await makeInsight(world, {
    product_slug: slug,
    title: 'Trials begun with the widget convert better',
  })
  for (let times = 0; times < 20; times++) {
    const { id } = await makeInsight(world, { product_slug: slug, title })
    await world.send('POST', `${root}/insights/${id}/retract`, { reason })
  }
  const body = { product_slug: slug, title, body: 'Because.' }
  const { similar } = (await world.send('POST', `${root}/insights?dry_run=1`, body)).body
  expect(similar).toMatchObject([{ id: live.id }])
})

it('a retracted insight is left out of products, apps and trends', async () => {
  const product = await makeProduct(world)
  const { slug: app_slug } = (
    await world.send('POST', `${root}/apps`, { name: 'A', platform: 'iOS', product_slug: product.slug })
  ).body.app
  const { id } = await makeInsight(world, { app_slug, product_slug: product.slug })
  const counts = async () => {
    const ofProduct = await world.send('GET', `${root}/products/${product.slug}`)
    const ofApp = await world.send('GET', `${root}/apps/${app_slug}`)
    const { trends } = (await world.send('GET', `${root}/summary`)).body
    const trend = trends.find(({ metric }: { metric: string }) => metric === 'insights')
    return [ofProduct.body.product.insights.length, ofApp.body.app.insights.length, trend.current]
  }
  const [, , before] = await counts()
  expect(await counts()).toEqual([1, 1, before])
  await world.send('POST', `${root}/insights/${id}/retract`, { reason })
  expect(await counts()).toEqual([0, 0, before - 1])
})
