import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { createAll } from '../../journal/save.ts'
import { daysFromToday } from '../../record/rules/day.ts'
import type { App } from '../app/read.ts'
import { createCompetitor } from '../competitor/writes.ts'
import { competitorReviews } from '../competitor-review/competitor-review.ts'
import { keywordPositions } from '../keyword-position/keyword-position.ts'
import { storeTruth } from '../store-truth/store-truth.ts'
import { type MarketStory, markets } from './markets.ts'

const days = 90
const unmeasuredEvery = 17
const storeEvery = 5
const maxPosition = 1000

type Counts = Record<'competitors' | 'competitor_reviews' | 'keyword_positions' | 'store_truth', number>

/** Adds the competitors of a product, and 90 days of keyword positions and store truth of its released apps. */
export async function addMarket(
  em: EntityManager,
  actor: Actor,
  product: { id: number; name: string },
  apps: App[],
  added: Counts,
): Promise<void> {
  const market = markets[product.name]
  if (!market) return
  for (const { reviews, ...competitor } of market.competitors) {
    const { id } = await createCompetitor(em, actor, { ...competitor, product_id: product.id })
    const rows = reviews.map(({ ago, ...review }) => ({
      ...review,
      competitor_id: id,
      reviewed_at: daysFromToday(-ago),
    }))
    await createAll(em, actor, competitorReviews, rows)
    added.competitors++
    added.competitor_reviews += rows.length
  }
  for (const app of apps.filter(({ implementation_status }) => implementation_status === 'released')) {
    const positions = positionsOf(app, market)
    await createAll(em, actor, keywordPositions, positions)
    const truths = truthsOf(app, market)
    await createAll(em, actor, storeTruth, truths)
    added.keyword_positions += positions.length
    added.store_truth += truths.length
  }
}

function positionsOf({ id, platform }: App, { keywords }: MarketStory) {
  return keywords.flatMap(({ keyword, country, from, to, turn }, index) =>
    Array.from({ length: days }, (_, day) => {
      const wave = Math.sin((day + 5 * index + id) / 4) * Math.max(1.5, from / 20)
      const expected = turn && days - day <= turn.ago ? turn.to : interpolate(from, to, day)
      const position = Math.max(1, Math.round(expected + wave))
      const measured = (day + index) % unmeasuredEvery !== 0
      return {
        app_id: id,
        keyword,
        country,
        platform,
        position: measured && position <= maxPosition ? position : null,
        measured,
        date: daysFromToday(day + 1 - days),
      }
    }),
  )
}

function truthsOf({ id, name }: App, { store }: MarketStory) {
  return Array.from({ length: days / storeEvery }, (_, step) => {
    const day = (step + 1) * storeEvery - 1
    return {
      app_id: id,
      date: daysFromToday(day + 1 - days),
      title: name,
      subtitle: day < store.newSubtitleOn ? store.subtitle : store.newSubtitle,
      version: `${store.version}.${Math.floor(day / 20)}`,
      rating: Number(interpolate(...store.rating, day).toFixed(1)),
      ratings_count: Math.round(interpolate(...store.ratings_count, day)),
      installs_band: store.installs_band,
      price: store.price,
      status: 'live' as const,
      source: 'store page',
    }
  })
}

function interpolate(from: number, to: number, day: number): number {
  return from + ((to - from) * day) / (days - 1)
}
