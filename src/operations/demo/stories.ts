import { daysFromToday } from '../../record/rules/day.ts'
import type { NewApplication } from '../application/application.ts'
import type { NewCompany } from '../company/company.ts'
import type { NewContact } from '../contact/contact.ts'
import type { NewKeyword } from '../keyword/keyword.ts'
import type { NewStrategy } from '../strategy/strategy.ts'

/** Demo companies with a quarter of operations data. */
export const stories: CompanyStory[] = [
  {
    company: {
      name: 'Northlight Apps',
      legal_name: 'Northlight Apps Ltd',
      website: 'https://northlight.example',
      country: 'CY',
      description: 'Our own publisher for utilities and documents.',
    },
    applications: [
      {
        name: 'QR & Barcode Scanner',
        platform: 'ios',
        status: 'active',
        bundle_id: 'com.example.qrscanner',
        owned: true,
        clicks: 1400,
        trend: 1.2,
      },
      {
        name: 'QR & Barcode Scanner',
        platform: 'android',
        status: 'active',
        bundle_id: 'com.example.qrscanner',
        owned: true,
        clicks: 3100,
        trend: 0.6,
      },
      { name: 'PDF Pocket', platform: 'ios', status: 'active', clicks: 620, trend: 1 },
      { name: 'Storage Cleaner', platform: 'android', status: 'blocked', owned: true },
    ],
    strategies: [
      {
        name: 'Be found for scanning',
        goal: 'First ten places for scanning words in three countries.',
        status: 'active',
        starts_on: daysFromToday(-60),
        ends_on: daysFromToday(30),
        keywords: [
          {
            keyword: 'qr scanner',
            country: 'US',
            language: 'en',
            status: 'active',
            position: 14,
            search_volume: 90_000,
          },
          {
            keyword: 'qr scanner',
            country: 'DE',
            language: 'de',
            status: 'active',
            position: 6,
            search_volume: 21_000,
          },
          {
            keyword: 'barcode reader',
            country: 'US',
            language: 'en',
            status: 'won',
            position: 2,
            search_volume: 18_000,
          },
          { keyword: 'сканер штрихкодов', country: 'KZ', language: 'ru', priority: 'high', position: null },
        ],
      },
      {
        name: 'Documents before the tax season',
        status: 'active',
        starts_on: daysFromToday(-120),
        ends_on: daysFromToday(-5),
        keywords: [{ keyword: 'sign pdf', country: 'US', language: 'en' }],
      },
    ],
    contacts: [
      {
        name: 'Maria Ioannou',
        email: 'maria@northlight.example',
        position: 'Store manager',
        telegram: 'maria_nl',
      },
    ],
  },
  {
    company: {
      name: 'Calm Harbor Media',
      website: 'https://calmharbor.example',
      country: 'DE',
      description: 'Sleep stories and sounds; partner for audio.',
    },
    applications: [
      { name: 'Deep Sleep Sounds', platform: 'ios', status: 'active', owned: true, clicks: 2200, trend: 1.5 },
      { name: 'Deep Sleep Sounds', platform: 'huawei', status: 'draft' },
    ],
    strategies: [
      {
        name: 'Stories in more languages',
        goal: 'Three languages by spring.',
        status: 'draft',
        keywords: [
          { keyword: 'rain sounds', country: 'GB', language: 'en', position: 31, search_volume: 40_000 },
          { keyword: 'einschlafgeschichten', country: 'DE', language: 'de', priority: 'high' },
        ],
      },
    ],
    contacts: [
      {
        name: 'Jonas Weber',
        email: 'jonas@calmharbor.example',
        position: 'Producer',
        phone: '+49 30 5550100',
      },
      { name: 'Lena Vogt', email: 'lena@calmharbor.example', source: 'import', status: 'inactive' },
    ],
  },
  {
    company: { name: 'Steppe Fitness', country: 'KZ', status: 'prospect', website: 'https://steppe.example' },
    applications: [{ name: 'Seven Minute Yoga', platform: 'rustore', status: 'paused' }],
    strategies: [],
    contacts: [{ name: 'Aigerim Sadykova', telegram: 'aigerim_fit', position: 'Founder' }],
  },
]

/** A demo application. `clicks`: per day; `trend` multiplies the clicks of the last week. */
type DemoApplication = NewApplication & { owned?: boolean; clicks?: number; trend?: number }

/** A demo company with its records. */
export type CompanyStory = {
  company: NewCompany
  applications: DemoApplication[]
  strategies: (NewStrategy & { keywords: Omit<NewKeyword, 'strategy_id'>[] })[]
  contacts: NewContact[]
}
