import { dayAfter } from '../../../src/record/rules/day.ts'

/** An all-day event. */
export type CalendarEvent = { uid: string; date: string; summary: string; url: string }

const maxLineOctets = 75

/** Returns a calendar of all-day events in the format of RFC 5545. `now` is the time of its creation. */
export function icalendar(name: string, events: CalendarEvent[], now: Date): string {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//portfolio-ops//Due dates//EN',
    'CALSCALE:GREGORIAN',
    // Outlook and Apple Calendar read the older name only.
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...events.flatMap(({ uid, date, summary, url }) => [
      'BEGIN:VEVENT',
      `UID:${escaped(uid)}`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${compact(date)}`,
      // The end of an all-day event is the day after it.
      `DTEND;VALUE=DATE:${compact(dayAfter(date))}`,
      `SUMMARY:${escaped(summary)}`,
      // Some calendars show the description only, and some the URL.
      `DESCRIPTION:${escaped(url)}`,
      `URL:${url}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function compact(date: string): string {
  return date.replaceAll('-', '')
}

// RFC 5545 has an escape sequence for a line end, and none for other control characters.
function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
}

// A line has at most 75 octets. It continues on the next one after a space, never within a character.
function folded(line: string): string {
  let result = ''
  let octets = 0
  for (const character of line) {
    const length = Buffer.byteLength(character)
    if (octets + length > maxLineOctets) {
      result += '\r\n '
      octets = 1
    }
    result += character
    octets += length
  }
  return result
}
