import { northlight } from './northlight.ts'
import type { CompanyStory } from './story.ts'

/** Demo companies with a quarter of operations data. */
export const stories: CompanyStory[] = [
  northlight,
  {
    company: {
      name: 'Calm Harbor Media',
      website: 'https://calmharbor.example',
      country: 'DE',
      description: 'Sleep stories and sounds; partner for audio.',
    },
    applications: [
      {
        name: 'Deep Sleep Sounds',
        platform: 'ios',
        status: 'active',
        bundle_id: 'com.example.sleepsounds',
        owned: true,
        clicks: 1900,
        changes: [
          { ago: 78, factor: 1.08 },
          { ago: 6, factor: 1.5 },
        ],
      },
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
