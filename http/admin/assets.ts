import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import Negotiator from 'negotiator'
import { languages } from '../../src/language/languages.ts'
import { textsOf } from '../../src/language/translate.ts'
import { values } from '../../src/record/rules/enumeration.ts'
import type { Server } from '../server/server.ts'

type Encoding = 'br' | 'gzip'

const types = { css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' } as const

// A rule of a later layer wins over one of an earlier layer, whatever their selectors.
const layers = ['tokens', 'base', 'controls', 'forms', 'frame', 'tables', 'parts', 'plots', 'pages']

const scriptTexts = values(languages).map((language): [string, () => string] => [
  `texts.${language}.js`,
  () => `globalThis.texts = ${JSON.stringify(textsOf(language, 'scripts'))}\n`,
])

const sources: Record<string, URL | string | (() => string)> = {
  ...Object.fromEntries(scriptTexts),
  'admin.css': joinLayers,
  'admin.js': new URL('public/admin.js', import.meta.url),
  'keys.js': new URL('public/keys.js', import.meta.url),
  'lists.js': new URL('public/lists.js', import.meta.url),
  'drafts.js': new URL('public/drafts.js', import.meta.url),
  'mentions.js': new URL('public/mentions.js', import.meta.url),
  'inline-edit.js': new URL('public/inline-edit.js', import.meta.url),
  'board.js': new URL('public/board.js', import.meta.url),
  'plots.js': new URL('public/plots.js', import.meta.url),
  'quick-search.js': new URL('public/quick-search.js', import.meta.url),
  'icon.svg': new URL('public/icon.svg', import.meta.url),
  'htmx.min.js': createRequire(import.meta.url).resolve('htmx.org/dist/htmx.min.js'),
}

type Asset = { url: string; type: string; content: string; compressed: Map<Encoding, Buffer> }

const assets = new Map<string, Asset>()

/** Returns the address of a static file. It contains a hash of the content, so browsers may keep the file. */
export function assetUrl(name: string): string {
  return assetOf(name).url
}

/** Registers the static files, which are served compressed from memory, without a session and without a rate limit. */
export function assetRoutes(app: Server): void {
  for (const name of Object.keys(sources))
    app.get(`/static/:version/${name}`, { config: { access: 'static' } }, (request, reply) => {
      const asset = assetOf(name)
      // Browsers accept both alike, and Brotli is smaller.
      const encoding = new Negotiator(request).encodings(['br']).includes('br') ? 'br' : 'gzip'
      return reply
        .type(`${asset.type}; charset=utf-8`)
        .headers({ 'content-encoding': encoding, vary: 'accept-encoding' })
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(compressedAs(encoding, asset))
    })
}

function assetOf(name: string): Asset {
  const known = assets.get(name)
  if (known) return known
  const source = sources[name] as NonNullable<(typeof sources)[string]>
  const content = withoutNotes(typeof source === 'function' ? source() : readFileSync(source, 'utf8'))
  const type = types[name.slice(name.lastIndexOf('.') + 1) as keyof typeof types]
  const url = `/admin/static/${hash('sha256', content).slice(0, 12)}/${name}`
  const asset = { url, type, content, compressed: new Map() }
  assets.set(name, asset)
  return asset
}

// A file is compressed when it is first loaded in an encoding.
function compressedAs(encoding: Encoding, { content, compressed }: Asset): Buffer {
  const known = compressed.get(encoding)
  if (known) return known
  const buffer = encoding === 'br' ? brotliCompressSync(content) : gzipSync(content, { level: 9 })
  compressed.set(encoding, buffer)
  return buffer
}

// Comments and indentation are an eighth of what a browser loads at its first visit.
function withoutNotes(text: string): string {
  return text.replaceAll(/^[ \t]*(?:\/\/.*|\/\*[\s\S]*?\*\/)\n/gm, '').replaceAll(/^[ \t]+/gm, '')
}

// The stylesheet is a file for each cascade layer, in one response.
function joinLayers(): string {
  const contents = layers.map((layer) =>
    readFileSync(new URL(`public/css/${layer}.css`, import.meta.url), 'utf8'),
  )
  return contents.map((content, index) => `@layer ${layers[index]} {\n${content}}\n`).join('')
}
