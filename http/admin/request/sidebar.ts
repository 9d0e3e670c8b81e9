import type { FastifyRequest } from 'fastify'
import { countWaiting, workDays } from '../../../src/catalog/my-day.ts'
import { maxCounted } from '../../../src/catalog/review.ts'
import type { Message } from '../../../src/record/fault.ts'
import { type Html, html } from '../html/html.ts'
import { pageLocale, t } from '../html/text.ts'
import { listAddress } from '../record/address.ts'
import { hiddenFrom } from '../record/hidden-from.ts'

/** Links to pages under one heading: the group that its links are in, or none. */
export type NavigationGroup = { name?: GroupName; links: { href: string; label: Message }[] }
type GroupName = 'overview' | 'portfolio' | 'operations' | 'administration'

/** What the links to all pages are rendered from, for the page at `path`. */
export type Navigation = {
  path: string
  navigation: NavigationGroup[]
  /** How much waits for the person, by the address of the page that shows it. Empty if nothing does. */
  counts: Record<string, string>
}

// So many rows fit into a window that is 900 pixels high.
const rowsOfWindow = 31
// The groups that stay open if there is room, the most used first.
const openFirst: GroupName[] = ['overview', 'portfolio', 'operations', 'administration']

/** Renders the links to all pages beside the page. As many groups are open as fit into a window. */
export function sidebar(navigation: Navigation): Html {
  return html`<nav class="side" aria-label=${t('layout.sections')}>${groupsOf(navigation, openGroups(navigation))}</nav>`
}

/**
 * Renders the links to all pages as the menu of a phone, where only the first group and that of the page are open.
 * `account` stands below them.
 */
export function menu(navigation: Navigation, account: Html): Html {
  const open: GroupName[] = ['overview', ...currentGroup(navigation)]
  return html`<details class="menu">
    <summary>${t('layout.menu')}</summary>
    <nav aria-label=${t('layout.menu')}>${groupsOf(navigation, open)} ${account}</nav>
  </details>`
}

function groupsOf({ navigation, counts, path }: Navigation, open: GroupName[]): Html[] {
  const here = currentLink(navigation, path)
  return navigation.map((group) => groupOf(group, open, counts, here))
}

function currentGroup({ navigation, path }: Navigation): GroupName[] {
  const here = currentLink(navigation, path)
  const current = navigation.find(({ links }) => links.some(({ href }) => href === here))
  return current?.name ? [current.name] : []
}

function openGroups(all: Navigation): GroupName[] {
  const lengths = new Map(all.navigation.map(({ name, links }) => [name, links.length]))
  const current = currentGroup(all)
  let room = rowsOfWindow - lengths.size
  return [...new Set([...current, ...openFirst])].filter((name) => {
    const length = lengths.get(name) ?? 0
    if (length > room && !current.includes(name)) return false
    room -= length
    return true
  })
}

function groupOf(
  { name, links }: NavigationGroup,
  open: GroupName[],
  counts: Navigation['counts'],
  here: string | undefined,
): Html {
  const list = html`<ul>
    ${links.map(
      ({ href, label }) => html`<li>
        <a href=${href} aria-current=${href === here ? 'page' : undefined}>${label}${counts[href] ? waitingCount(counts[href]) : null}</a>
      </li>`,
    )}
  </ul>`
  if (!name) return html`<section>${list}</section>`
  return html`<details class="group" open=${open.includes(name)}>
    <summary>${t(`layout.${name}`)}</summary>
    ${list}
  </details>`
}

function waitingCount(count: string): Html {
  return html` <span class="count">${count}<span class="visually-hidden"> ${t('layout.waiting')}</span></span>`
}

// The address of a page may begin with that of another one, as the board does with that of the tasks.
function currentLink(navigation: NavigationGroup[], path: string): string | undefined {
  return navigation
    .flatMap(({ links }) => links.map(({ href }) => href))
    .filter((href) => path === href || (href !== '/admin' && path.startsWith(`${href}/`)))
    .sort((one, other) => other.length - one.length)[0]
}

/** Returns how much waits for the person who is signed in, by the address of the page that shows it. */
export async function countsFor({ server, session }: FastifyRequest): Promise<Navigation['counts']> {
  if (!session || session.person.role === 'user') return {}
  const { person } = session
  const query = {
    user_id: person.id,
    hidden: hiddenFrom(person),
    ...workDays(server.config.TIME_ZONE),
  }
  const { work, mentions, changes, proposals } = await countWaiting(server.read, query)
  return {
    [listAddress('my-day')]: shown(work + mentions),
    [listAddress('review')]: changes > maxCounted ? `${shown(maxCounted)}+` : shown(changes),
    [listAddress('proposals')]: shown(proposals),
  }
}

function shown(count: number): string {
  return count === 0 ? '' : count.toLocaleString(pageLocale())
}
