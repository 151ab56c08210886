// `npm run sbom` writes docs/sbom.json (CycloneDX, by `npm sbom`) and docs/licences.txt for the shipped
// packages. Run it after the packages change, with all of them installed; `npm test` says when.
import './lib/check-node.mjs'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, say } from './lib/project.mjs'
import { idOf, shippedPackages } from './lib/shipped.mjs'

const shipped = shippedPackages(root)
const ids = new Set(shipped.map(idOf))
const byRef = (one, other) => ((one['bom-ref'] ?? one.ref) < (other['bom-ref'] ?? other.ref) ? -1 : 1)

/** npm's document without values that differ by machine, by time and by version of npm. */
function billOfMaterials() {
  const command = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const bom = JSON.parse(execFileSync('npm', command, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 }))
  const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const own = `${name}@${version}`
  const seen = new Set()
  const components = bom.components
    .filter(({ 'bom-ref': ref }) => ids.has(ref) && !seen.has(ref) && seen.add(ref))
    .map(({ 'bom-ref': ref, type, name, version, scope, purl, hashes, licenses }) => {
      const part = { 'bom-ref': ref, type, name, version, scope, purl: purl.split('?', 1)[0], hashes, licenses }
      return part
    })
    .sort(byRef)
  const needs = new Map(shipped.map((each) => [idOf(each), each.needs]))
  const placeToId = new Map(shipped.map((each) => [each.path, idOf(each)]))
  const dependencies = [...needs].map(([ref, places]) => ({
    ref,
    dependsOn: [...new Set(places.map((place) => placeToId.get(place)))].sort(),
  }))
  return {
    $schema: bom.$schema,
    bomFormat: bom.bomFormat,
    specVersion: bom.specVersion,
    version: 1,
    metadata: {
      component: {
        'bom-ref': own,
        type: 'application',
        name,
        version,
        purl: `pkg:npm/${own}`,
        licenses: [{ license: { id: license } }],
      },
    },
    components,
    dependencies: dependencies.sort(byRef),
  }
}

/** The text of the licence in a package's folder; null for one that is not installed here, or has none. */
function licenceText({ path }) {
  const folder = join(root, path)
  if (!existsSync(folder)) return null
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(name))
  return file ? readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim() : null
}

function licences() {
  const list = shipped.map((each) => `${idOf(each)}  ${each.license || 'MIT (in its file)'}`)
  const texts = new Map()
  for (const each of shipped) {
    const text = each.os ? null : licenceText(each)
    if (text !== null) texts.set(text, [...(texts.get(text) ?? []), idOf(each)])
  }
  const parts = [...texts].map(([text, of]) => `${'='.repeat(80)}\n${of.join('\n')}\n${'-'.repeat(80)}\n${text}\n`)
  return `The packages that Quayside passes on, and their licences: those of the server in node_modules, and those that are built into the web app.
Packages for one platform only have the licence of the package that needs them. libvips, which comes with sharp
(@img/sharp-libvips-*), is under the LGPL-3.0-or-later: it is linked dynamically and unchanged, its source is at https://github.com/libvips/libvips,
and another build of it may be put in its place. The font is in third-party.txt.

Written by npm run sbom.

${[...new Set(list)].join('\n')}

${parts.join('\n')}`
}

writeFileSync(join(root, 'docs', 'sbom.json'), `${JSON.stringify(billOfMaterials(), null, 1)}\n`)
writeFileSync(join(root, 'docs', 'licences.txt'), licences())
say(`${ids.size} packages in docs/sbom.json and docs/licences.txt`)
