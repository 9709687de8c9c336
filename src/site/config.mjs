// The site: every page of src/site/markdown and of the top folder, with menu and search.
import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'

const sources = process.env.PROJECT_URL + '/blob/main/'

/** The folder of the site on its host. */
const base = process.env.SITE_BASE ?? '/'

/** The menu. A page that is in no part fails the build. */
const parts = [
  ['Start', ['index', 'release-a-mean', 'choose-a-budget', 'read-the-report']],
  ['How to', [
    'columns-of-different-units', 'covariance', 'tables-with-bad-rows', 'groups-and-persons', 'budgets-over-time',
    'python', 'sql', 'spark', 'streams-and-lakes', 'cluster', 'operate', 'upgrade-and-remove'
  ]],
  ['Reference', ['pages', 'params', 'job', 'when-it-refuses', 'glossary']],
  ['Guarantees', ['guarantee', 'SECURITY', 'audit', 'tests-of-the-promise', 'where-we-differ']],
  ['Mechanisms', [
    'recentred-mean', 'grouped-mean', 'clipped-mean', 'shifted-clipped-mean', 'privquant',
    'lattice-and-clipping', 'noise', 'privacy-accounting'
  ]],
  ['Devices and shuffle', [
    'local-and-shuffle-on-spark', 'deploying-to-devices', 'wire-format', 'privunit', 'local-range-counting',
    'local-shifted-clipped-mean', 'locally-private-gaussian', 'shuffle-mean', 'shuffle-summation',
    'shuffle-range-counting'
  ]],
  ['Lab', ['experiments', 'groups-experiments', 'shuffle-experiments', 'speed']],
  ['Project', ['development', 'CONTRIBUTING', 'CHANGELOG']]
]

/** Links as the files have them, to links of the site, where all pages are in one folder. */
function relocate(link) {
  if (/^([a-z]+:|#)/.test(link)) {
    return link
  }
  const path = link.replace(/^(\.\.\/)+/, '').replace(/^src\/site\//, '')
  if (path.startsWith('resources/')) {
    return '/' + path
  }
  const page = path.replace(/^markdown\//, '').replace(/^index\.md/, 'pages.md')
  return /^[\w-]+\.md(#.*)?$/.test(page) ? './' + page : sources + path
}

/** Indented blocks are commands. */
function highlightCommands(state) {
  for (const token of state.tokens.filter(block => block.type === 'code_block')) {
    token.type = 'fence'
    token.info = 'shell'
  }
}

function relocateAll(state) {
  for (const token of state.tokens.flatMap(block => block.children ?? [])) {
    for (const name of ['href', 'src']) {
      if (token.attrGet(name)) {
        token.attrSet(name, relocate(token.attrGet(name)))
      }
    }
  }
}

/** Marks the code of tables that may be broken: all but short code, and the names of options. */
function markLongCode(state) {
  let isTable = false
  for (const block of state.tokens) {
    isTable = block.type === 'table_open' || (isTable && block.type !== 'table_close')
    for (const token of isTable ? block.children ?? [] : []) {
      if (token.type === 'code_inline' && token.content.length > 16 && !/^-\S+$/.test(token.content)) {
        token.attrJoin('class', 'long')
      }
    }
  }
}

/** Long code of tables breaks at blanks, after signs and before capitals. */
function renderCode(render) {
  return (tokens, index, ...others) => {
    const html = render(tokens, index, ...others)
    return tokens[index].attrGet('class') === 'long' ? html.replace(/([_.(=,/]|[a-z](?=[A-Z]))(?=[^<>]*<\/code>)/g, '$&<wbr>') : html
  }
}

/** Anchors as GitHub makes them of headings, since the pages are read there too. */
function anchor(heading) {
  return heading.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-')
}

const folder = new URL('../pages/', import.meta.url)
const listed = parts.flatMap(([, pages]) => pages)
const missing = readdirSync(folder)
  .filter(file => file.endsWith('.md') && !listed.includes(file.slice(0, -3)))
if (missing.length > 0) {
  throw new Error('pages that are in no part of the menu: ' + missing.join(', '))
}

function item(page) {
  const heading = readFileSync(new URL(page + '.md', folder), 'utf8').match(/^# (.*)$/m)[1]
  return { text: heading.replaceAll('`', ''), link: '/' + page }
}

/** Pages of tables that need the place of the outline. */
const widePages = ['params.md', 'when-it-refuses.md']

/** Darker names of languages, options that do not break in tables, pictures that can be read on a telephone. */
const style = `
  html:root { --vp-code-lang-color: var(--vp-c-text-2) }
  html .vp-doc td code { white-space: nowrap }
  html .vp-doc td code.long { white-space: normal }
  html .vp-doc img { border-radius: 8px }
  .wide .VPDoc .container .content, .wide .VPDoc .container .content-container { max-width: 1080px }
  @media (max-width: 640px) {
    .wide .vp-doc td:last-child { min-width: 22em }
    html .vp-doc p:has(> img) { overflow-x: auto }
    html .vp-doc p > img { min-width: 560px }
  }`

export default defineConfig({
  title: 'spark-private-mean',
  description: 'The differentially private mean of a vector column, as an Apache Spark ML stage',
  base,
  srcDir: 'pages',
  srcExclude: ['public/**'],
  outDir: '../site',
  head: [
    ['link', { rel: 'icon', href: base + 'resources/icon.svg' }],
    ['style', {}, style]
  ],
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Start', link: '/release-a-mean' },
      { text: 'Params', link: '/params' },
      { text: 'Guarantees', link: '/guarantee' },
      { text: 'API', link: '/apidocs/index.html', target: '_self' }
    ],
    sidebar: parts.map(([text, pages]) => ({
      text,
      collapsed: text !== 'Start' && text !== 'How to',
      items: pages.map(item)
    })),
    outline: [2, 3]
  },
  transformPageData: ({ relativePath, frontmatter }) => {
    if (widePages.includes(relativePath)) {
      Object.assign(frontmatter, { aside: false, pageClass: 'wide' })
    }
  },
  ignoreDeadLinks: [/^\/resources\//, /^\/apidocs\//],
  markdown: {
    html: false,
    // Themes whose comments and names are dark, or light, enough (WCAG AA).
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-default' },
    anchor: { slugify: anchor },
    config: md => {
      md.core.ruler.push('commands', highlightCommands)
      md.core.ruler.push('relocate', relocateAll)
      md.core.ruler.push('long code', markLongCode)
      md.renderer.rules.code_inline = renderCode(md.renderer.rules.code_inline)
    }
  }
})
