import { describe, expect, it } from 'vitest'
import { icalendar } from '../../../../http/admin/pages/icalendar.ts'

const url = 'https://ops.test/admin/decisions/1'
const render = (summary: string) =>
  icalendar('Due; dates', [{ uid: 'decision-1@ops.test', date: '2026-12-31', summary, url }], new Date(0))
const unfold = (text: string) => text.replaceAll('\r\n ', '')

describe('an iCalendar file', () => {
  it('has one all-day event for each date, with its id, its link and the time of its creation', () => {
    expect(render('Review').split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//portfolio-ops//Due dates//EN',
      'CALSCALE:GREGORIAN',
      'NAME:Due\\; dates',
      'X-WR-CALNAME:Due\\; dates',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'BEGIN:VEVENT',
      'UID:decision-1@ops.test',
      'DTSTAMP:19700101T000000Z',
      'DTSTART;VALUE=DATE:20261231',
      'DTEND;VALUE=DATE:20270101',
      'SUMMARY:Review',
      `DESCRIPTION:${url}`,
      `URL:${url}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  it.each([
    ['a;b,c\\d', 'a\\;b\\,c\\\\d'],
    ['one\r\ntwo\nthree\rfour', 'one\\ntwo\\nthree\\nfour'],
    ['tab\tbell\u0007 line\u2028end', 'tab bell  line end'],
    ['x\r\nEND:VEVENT', 'x\\nEND:VEVENT'],
  ])('escapes %j', (summary, expected) => {
    expect(unfold(render(summary)).split('\r\n')).toContain(`SUMMARY:${expected}`)
  })

  it.each(['x'.repeat(400), 'Бег с нуля '.repeat(30), `${'x'.repeat(66)}👍👍👍`])(
    'folds lines at 75 octets, never within a character: %s',
    (summary) => {
      const text = render(summary)
      for (const line of text.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(line.isWellFormed()).toBe(true)
      }
      expect(unfold(text)).toContain(`SUMMARY:${summary}\r\n`)
    },
  )
})
