import type { NewCompetitor } from '../competitor/competitor.ts'
import type { NewCompetitorReview } from '../competitor-review/competitor-review.ts'

type Review = Omit<NewCompetitorReview, 'competitor_id' | 'reviewed_at'> & { ago: number }

/** The market of a demo product. */
export type MarketStory = {
  competitors: (Omit<NewCompetitor, 'product_slug' | 'product_id'> & { reviews: Review[] })[]
  /**
   * The position for each keyword 90 days ago and today; above 1,000 the app is absent. `turn`: in the last `ago` days it is
   * another one.
   */
  keywords: {
    keyword: string
    country: string
    from: number
    to: number
    turn?: { ago: number; to: number }
  }[]
  /**
   * What the stores show, and the values 90 days ago and today. `newSubtitleOn`: the day of the change, from 0 to 89.
   */
  store: {
    subtitle: string
    newSubtitle: string
    newSubtitleOn: number
    version: string
    rating: [number, number]
    ratings_count: [number, number]
    installs_band: string
    price: string
  }
}

/** The markets of demo products, by the name of the product. */
export const markets: Record<string, MarketStory> = {
  'Сканер QR': {
    competitors: [
      {
        name: 'Scan It All',
        platform: 'Android',
        relation: 'direct',
        store_url: 'https://play.google.com/store/apps/details?id=com.example.scanitall',
        note: 'Free with advertising. Reads damaged codes better than ours.',
        reviews: [
          { ago: 2, rating: 2, author: 'Marta', language: 'en', body: 'An advertisement after every scan.' },
          { ago: 9, rating: 5, author: 'Jonas', language: 'de', body: 'Liest auch beschädigte Codes.' },
          { ago: 23, rating: 1, author: 'Олег', language: 'ru', body: 'После обновления не видит камеру.' },
        ],
      },
      {
        name: 'Shop Counter',
        platform: 'iOS',
        relation: 'indirect',
        note: 'Inventory for small shops, with batch scanning.',
        reviews: [
          { ago: 5, rating: 5, author: 'Elena', language: 'en', body: 'Two hundred codes in ten minutes.' },
          {
            ago: 31,
            rating: 3,
            author: 'Paul',
            language: 'en',
            body: 'Good, but the export is a paid extra.',
          },
        ],
      },
      {
        name: 'Pocket Lens',
        platform: 'iOS',
        relation: 'aspiration',
        note: 'The onboarding to learn from: the first scan takes four seconds.',
        reviews: [
          {
            ago: 14,
            rating: 5,
            author: 'Sofia',
            language: 'en',
            body: 'Opens, scans, done. Worth the price.',
          },
        ],
      },
    ],
    keywords: [
      { keyword: 'qr scanner', country: 'DE', from: 48, to: 9 },
      { keyword: 'qr scanner', country: 'US', from: 140, to: 95 },
      { keyword: 'сканер qr', country: 'RU', from: 12, to: 3 },
      { keyword: 'barcode reader', country: 'DE', from: 30, to: 62 },
      { keyword: 'batch scan', country: 'DE', from: 1800, to: 210 },
    ],
    store: {
      subtitle: 'QR and bar codes in a second',
      newSubtitle: 'Scan one code or a hundred',
      newSubtitleOn: 55,
      version: '5',
      rating: [4.3, 4.7],
      ratings_count: [8200, 9950],
      installs_band: '1,000,000+',
      price: 'free, 2.99 € a month',
    },
  },
  'Deep Sleep Sounds': {
    competitors: [
      {
        name: 'Night Rain',
        platform: 'iOS',
        relation: 'direct',
        note: 'Sixty sounds, no stories.',
        reviews: [
          { ago: 3, rating: 4, author: 'Ines', language: 'en', body: 'Lovely, but the loop is audible.' },
          {
            ago: 18,
            rating: 2,
            author: 'Tom',
            language: 'en',
            body: 'Stops when another app plays a sound.',
          },
        ],
      },
      {
        name: 'Bedtime Radio',
        platform: 'Android',
        relation: 'aspiration',
        note: 'A new story every evening.',
        reviews: [{ ago: 7, rating: 5, author: 'Lucía', language: 'es', body: 'Me duermo en diez minutos.' }],
      },
    ],
    keywords: [
      { keyword: 'sleep sounds', country: 'US', from: 75, to: 40 },
      { keyword: 'rain sounds', country: 'GB', from: 22, to: 26 },
      { keyword: 'sleep stories', country: 'US', from: 900, to: 310 },
    ],
    store: {
      subtitle: 'Rain, trains and slow stories',
      newSubtitle: 'Fall asleep to slow stories',
      newSubtitleOn: 30,
      version: '3',
      rating: [4.6, 4.8],
      ratings_count: [3100, 4700],
      installs_band: '500,000+',
      price: 'free, 4.99 € a month',
    },
  },
  'Family Radar': {
    competitors: [],
    keywords: [{ keyword: 'family locator', country: 'US', from: 60, to: 48 }],
    store: {
      subtitle: 'Where your family is',
      newSubtitle: 'Alerts within a minute',
      newSubtitleOn: 60,
      version: '2',
      rating: [3.6, 4.5],
      ratings_count: [5100, 5900],
      installs_band: '100,000+',
      price: 'free, 5.99 € a month',
    },
  },
  'Tape Measure': {
    competitors: [],
    keywords: [{ keyword: 'tape measure', country: 'US', from: 8, to: 6, turn: { ago: 7, to: 47 } }],
    store: {
      subtitle: 'Measure a room with the camera',
      newSubtitle: 'Measure a room with the camera',
      newSubtitleOn: 90,
      version: '4',
      rating: [4.5, 4.5],
      ratings_count: [12_400, 13_050],
      installs_band: '1,000,000+',
      price: 'free, 1.99 € once',
    },
  },
}
