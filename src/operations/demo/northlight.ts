import { daysFromToday } from '../../record/rules/day.ts'
import type { CompanyStory } from './story.ts'

/** The demo company with the applications whose clicks the decisions of the portfolio are about. */
export const northlight: CompanyStory = {
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
      clicks: 1100,
      changes: [
        { ago: 96, factor: 1.3 },
        { ago: 6, factor: 1.2 },
      ],
    },
    {
      name: 'QR & Barcode Scanner',
      platform: 'android',
      status: 'active',
      bundle_id: 'com.example.qrscanner',
      owned: true,
      clicks: 2400,
      changes: [
        { ago: 96, factor: 1.3 },
        { ago: 6, factor: 0.6 },
      ],
    },
    {
      name: 'PDF Pocket',
      platform: 'ios',
      status: 'active',
      bundle_id: 'com.example.pdfpocket',
      clicks: 500,
      changes: [{ ago: 58, factor: 1.25 }],
    },
    {
      name: 'Flashlight One',
      platform: 'android',
      status: 'active',
      bundle_id: 'com.example.torch',
      clicks: 900,
      changes: [{ ago: 60, factor: 0.97 }],
    },
    {
      name: 'Tape Measure',
      platform: 'android',
      status: 'active',
      bundle_id: 'com.example.tapemeasure',
      clicks: 1500,
      changes: [{ ago: 6, factor: 0.45 }],
    },
    {
      name: 'Family Radar',
      platform: 'android',
      status: 'active',
      bundle_id: 'com.example.familyradar',
      owned: true,
      clicks: 1300,
    },
    {
      name: 'Не курю',
      platform: 'android',
      status: 'active',
      bundle_id: 'com.example.nosmoke',
      clicks: 700,
      changes: [{ ago: 73, factor: 1.2 }],
    },
    {
      name: 'Seven Minute Coach',
      platform: 'android',
      status: 'active',
      bundle_id: 'com.example.sevenminutes',
      clicks: 1800,
      changes: [
        { ago: 90, factor: 1.22 },
        { ago: 61, factor: 0.88 },
      ],
    },
    {
      name: 'Seven Minute Coach',
      platform: 'ios',
      status: 'active',
      bundle_id: 'com.example.sevenminutes',
      clicks: 900,
      changes: [
        { ago: 90, factor: 1.22 },
        { ago: 61, factor: 0.88 },
        { ago: 36, factor: 1.2 },
      ],
    },
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
}
