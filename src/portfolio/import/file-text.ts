import { isUtf8 } from 'node:buffer'
import { invalid } from '../../record/fault.ts'

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251'

// A parser that receives 16 KB blocks the process for some milliseconds only, whatever they contain.
const sliceBytes = 16 * 1024
const sampleBytes = 64 * 1024

/**
 * Returns the text of an uploaded file as UTF-8, in slices. The byte order mark is removed.
 *
 * @throws Fault on the field `file` if the content is not text. A fault of UTF-16 is found while the slices are read.
 */
export function textSlices(content: Buffer): Iterable<Buffer> {
  const encoding = encodingOf(content)
  const start = new TextDecoder(encoding).decode(content.subarray(0, 1000)).trimStart()
  const format = formatOf(content, start)
  if (format) throw invalid({ file: `The file is ${format}, not a CSV file.` })
  return encoding === 'utf-8' ? slicesOf(content.subarray(markLength(content))) : decoded(content, encoding)
}

const utf8Mark = Buffer.from('\uFEFF')

// Excel saves "CSV" in the code page of Windows, which for Russian is 1251.
function encodingOf(content: Buffer): Encoding {
  if (content[0] === 0xff && content[1] === 0xfe) return 'utf-16le'
  if (content[0] === 0xfe && content[1] === 0xff) return 'utf-16be'
  if (isUtf8(content)) return 'utf-8'
  if (isDamagedUtf8(content)) throw invalid({ file: `Line ${damagedLine(content)} is not valid UTF-8.` })
  return 'windows-1251'
}

// In UTF-8, a text of Windows-1251 has hardly any valid character beyond ASCII.
function isDamagedUtf8(content: Buffer): boolean {
  if (markLength(content) > 0) return true
  const start = content.subarray(0, sampleBytes).toString()
  const count = (pattern: RegExp) => start.match(pattern)?.length ?? 0
  return count(/[\u0080-\uFFFC]/g) > count(/\uFFFD/g)
}

function damagedLine(content: Buffer): number {
  const text = content.toString()
  return (text.slice(0, text.indexOf('\uFFFD')).match(/\r\n|\r|\n/g)?.length ?? 0) + 1
}

function markLength(content: Buffer): number {
  return content.subarray(0, utf8Mark.length).equals(utf8Mark) ? utf8Mark.length : 0
}

function formatOf(content: Buffer, start: string): string | undefined {
  if (content.subarray(0, 4).equals(oldWorkbook)) return 'an Excel workbook of an old version'
  if (json.test(start)) return 'a JSON document'
  return Object.entries(formats).find(([prefix]) => start.startsWith(prefix))?.[1]
}

const oldWorkbook = Buffer.from('d0cf11e0', 'hex')
// A title may begin with a bracket too.
const json = /^(\[\s*[[\]{"\d]|\{\s*["}])/
const formats: Record<string, string> = {
  'PK\x03\x04': 'an Excel workbook or a ZIP archive',
  '%PDF': 'a PDF document',
  '<': 'an HTML or XML document',
}

function* slicesOf(content: Buffer): Generator<Buffer> {
  if (content.includes(0)) throw binary()
  for (let start = 0; start < content.length; start += sliceBytes)
    yield content.subarray(start, start + sliceBytes)
}

// In Windows-1251 each byte is a character, so only control characters show that a file is not text.
const controlCharacter = /[^\P{Cc}\t-\r]/u

function* decoded(content: Buffer, encoding: Encoding): Generator<Buffer> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const isText = (text: string) =>
    encoding === 'windows-1251' ? !controlCharacter.test(text) : !text.includes('\0')
  for (let start = 0; start <= content.length; start += sliceBytes) {
    const slice = content.subarray(start, start + sliceBytes)
    const text = decodeSlice(decoder, slice, start + sliceBytes <= content.length)
    if (!isText(text)) throw binary()
    if (text !== '') yield Buffer.from(text)
  }
}

function decodeSlice(decoder: TextDecoder, slice: Buffer, stream: boolean): string {
  try {
    return decoder.decode(slice, { stream })
  } catch {
    throw invalid({ file: 'The file begins as UTF-16, but is not valid UTF-16. Save it as "CSV UTF-8".' })
  }
}

function binary() {
  return invalid({ file: 'The file is binary, not a CSV file.' })
}
