// Opens the built site in a browser: menu, search, pictures, width, contrast, console and links of every page.
import assert from 'node:assert/strict'
import { createReadStream, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { delimiter, extname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import { chromium } from 'playwright-core'

// The test runs in target/site-build/test.
const target = fileURLToPath(new URL('../../', import.meta.url))
const site = join(target, 'site')
const base = process.env.SITE_BASE ?? '/'
const pages = readdirSync(site).filter(file => file.endsWith('.html') && file !== '404.html')
const parts = [
  'Start', 'How to', 'Reference', 'Guarantees', 'Mechanisms', 'Devices and shuffle', 'Lab', 'Project'
]
const narrow = { width: 390, height: 844 }
const wide = { width: 1440, height: 900 }
const types = {
  '.css': 'text/css', '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.svg': 'image/svg+xml'
}

let server
let host
let origin
let browser

before(async () => {
  server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://site').pathname)
    const file = join(site, path.slice(base.length))
    const found = path.startsWith(base) && existsSync(file) && statSync(file).isFile()
    response.writeHead(found ? 200 : 404, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    found ? createReadStream(file).pipe(response) : response.end()
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  host = `http://127.0.0.1:${server.address().port}`
  origin = host + base
  const executablePath = ['chromium', 'chromium-browser', 'google-chrome']
    .flatMap(name => process.env.PATH.split(delimiter).map(folder => join(folder, name)))
    .find(existsSync)
  assert.ok(executablePath, 'no chromium or google-chrome on the PATH: install one')
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
})

after(async () => {
  await browser?.close()
  server?.close()
})

/** A tab, and the errors that its pages report. */
async function tab(viewport, colorScheme) {
  const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' })
  page.setDefaultTimeout(120_000)
  const errors = []
  page.on('pageerror', error => errors.push(error.message))
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  page.on('response', response => response.status() >= 400 && errors.push(`${response.status()} ${response.url()}`))
  return { page, errors }
}

async function open(page, path) {
  await page.goto(origin + path, { waitUntil: 'load' })
  await page.waitForFunction(() => document.querySelector('#app')?.__vue_app__)
}

/** What is wrong with the page that is shown: pictures, width and contrast. */
async function faults(page) {
  const found = await page.evaluate(async () => {
    const pictures = [...document.images]
    pictures.forEach(picture => (picture.loading = 'eager'))
    await Promise.allSettled(pictures.map(picture => picture.decode()))
    const { scrollWidth, clientWidth } = document.documentElement
    return [
      ...pictures.filter(picture => picture.naturalWidth === 0).map(picture => 'picture ' + picture.src),
      ...(scrollWidth > clientWidth ? [`width ${scrollWidth} of ${clientWidth}`] : []),
      ...[...document.querySelectorAll('.vp-doc table')]
        .filter(table => innerWidth > 1000 && table.scrollWidth > table.clientWidth)
        .map(table => `table ${table.tHead.innerText}`)
    ]
  })
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() =>
    axe.run(document, { runOnly: ['color-contrast', 'image-alt'], resultTypes: ['violations'] }))
  return found.concat(violations.flatMap(({ id, nodes }) =>
    nodes.map(({ any, html }) => `${id} ${any[0]?.data?.fgColor ?? ''} ${html.slice(0, 80)}`)))
}

/** Links and anchors of the page that is shown. */
function linksAndIds(page) {
  return page.evaluate(() => ({
    links: [...document.querySelectorAll('a[href]')].map(link => link.href),
    ids: [...document.querySelectorAll('[id]')].map(element => element.id)
  }))
}

/** What was found on each page that was opened, by its address. */
const seen = new Map()

for (const [viewport, scheme] of [[narrow, 'light'], [wide, 'dark']]) {
  test(`pages at ${viewport.width} px, ${scheme}`, async () => {
    const { page, errors } = await tab(viewport, scheme)
    const wrong = []
    for (const path of pages) {
      await open(page, path)
      assert.equal(await page.evaluate(() => document.documentElement.classList.contains('dark')), scheme === 'dark')
      wrong.push(...(await faults(page)).concat(errors.splice(0)).map(fault => `${path}: ${fault}`))
      seen.set(origin + path, await linksAndIds(page))
    }
    await page.close()
    assert.deepEqual(wrong, [])
  })
}

test('a fault of each kind is found', async () => {
  const { page, errors } = await tab(narrow, 'light')
  await open(page, 'index.html')
  assert.deepEqual(await faults(page), [])
  await page.evaluate(() => {
    document.querySelector('.vp-doc h1').insertAdjacentHTML('afterend',
      '<img src="/none.png" alt="none"><div style="width: 500px">wide</div><p style="color: #999">faint</p><img src="/">')
  })
  const kinds = (await faults(page)).map(fault => fault.split(' ')[0])
  assert.deepEqual([...new Set(kinds)].sort(), ['color-contrast', 'image-alt', 'picture', 'width'])
  assert.match(errors.join(), /404 .*none\.png/)
  await open(page, 'params.html')
  await page.setViewportSize(wide)
  await page.evaluate(() => (document.querySelector('.vp-doc td').style.minWidth = '1200px'))
  assert.ok((await faults(page)).some(fault => fault.startsWith('table')))
  await page.close()
})

test('links lead somewhere', () => {
  const outside = new Set()
  const broken = []
  for (const [from, { links }] of seen) {
    for (const link of links) {
      const [address, id] = link.split('#')
      const source = address.match(/\/blob\/main\/(.+)$/)
      if (source) {
        existsSync(join(target, '..', source[1])) || broken.push(`${from} -> ${link}`)
      } else if (!address.startsWith(host)) {
        outside.add(link)
      } else if (!address.startsWith(origin)) {
        broken.push(`${from} -> ${link}`)
      } else {
        const path = address === origin ? 'index.html' : decodeURIComponent(address.slice(origin.length))
        const ids = seen.get(origin + path)?.ids
        const isThere = existsSync(join(site, path)) && statSync(join(site, path)).isFile()
        const hasId = !id || (ids ? ids.includes(decodeURIComponent(id))
          : isThere && readFileSync(join(site, path), 'utf8').includes(`id="${id}"`))
        isThere && hasId || broken.push(`${from} -> ${link}`)
      }
    }
  }
  writeFileSync(join(target, 'site-links.txt'), [...outside].sort().join('\n') + '\n')
  assert.ok(outside.size > 0)
  assert.deepEqual(broken, [])
})

test('the menu opens each part and has every page', async () => {
  const { page, errors } = await tab(wide, 'light')
  await open(page, 'index.html')
  const groups = page.locator('.VPSidebarItem.level-0')
  assert.deepEqual((await groups.locator('h2').allTextContents()).map(text => text.trim()), parts)
  for (const part of parts) {
    const group = groups.filter({ has: page.locator(`h2:text-is("${part}")`) })
    const first = group.locator('a').first()
    if (!(await first.isVisible())) {
      await group.locator('h2').click()
    }
    const name = (await first.textContent()).trim()
    await first.click()
    await page.waitForFunction(text => document.querySelector('.vp-doc h1')?.textContent.includes(text), name)
  }
  const linked = await groups.locator('a').evaluateAll(links => links.map(link => link.pathname))
  const names = linked.map(path => path.slice(base.length) || 'index.html')
  assert.deepEqual([...new Set(names)].sort(), [...pages].sort())
  await page.setViewportSize(narrow)
  assert.equal(await page.locator('.VPSidebar.open').count(), 0)
  await page.locator('.VPLocalNav .menu').click()
  await page.locator('.VPSidebar.open').waitFor()
  assert.deepEqual(errors, [])
  // The fonts of these pages are not in every JDK.
  await page.goto(origin + 'apidocs/index.html')
  assert.match(await page.title(), /Spark Private Mean/)
  await page.close()
})

test('search finds words and names', async () => {
  const { page, errors } = await tab(wide, 'light')
  for (const word of ['ledger', 'PrivateMean']) {
    await open(page, 'index.html')
    await page.locator('.VPNavBarSearch button').first().click()
    await page.locator('.VPLocalSearchBox input').fill(word)
    await page.locator('.VPLocalSearchBox .result').first().click()
    await page.waitForFunction(text => document.querySelector('.vp-doc').textContent.includes(text), word)
  }
  await page.locator('.VPNavBarSearch button').first().click()
  await page.locator('.VPLocalSearchBox input').fill('xyzzyx')
  await page.locator('.VPLocalSearchBox .no-results').waitFor()
  assert.deepEqual(errors, [])
  await page.close()
})
