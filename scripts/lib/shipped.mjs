// Packages that ship with the product: those of the server in production, and those built into the web app.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isCode, listFiles } from './read-house.mjs'

const MODULES = 'node_modules/'
/** The name of a package by its place: 'node_modules/a/node_modules/@b/c' is '@b/c'. */
export const nameAt = (path) => path.slice(path.lastIndexOf(MODULES) + MODULES.length)

/**
 * Place of the package that another place needs: beside it, or further up. Undefined if it is not installed.
 */
function placeOf(packages, from, name) {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf(MODULES) - 1))) {
    const path = base === '' ? MODULES + name : `${base}/${MODULES}${name}`
    if (packages[path]) return path
    if (base === '') return undefined
  }
}

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^'.#][^']*)'/g
const packageOf = (source) => source.split('/', source.startsWith('@') ? 2 : 1).join('/')

/** Helpers of tests import packages that are not shipped. */
const OF_TESTS = /from '(?:vitest|@testing-library\/[^']*)'/

/** Packages that the web app imports: they are built into it. */
function ofTheWebApp(root) {
  const sources = listFiles(root)
    .filter((file) => /^src\/(web|contract)\//.test(file) && isCode(file) && !file.includes('/test/'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .filter((source) => !OF_TESTS.test(source))
  const imports = sources.flatMap((source) => [...source.matchAll(IMPORT)].map(([, from]) => packageOf(from)))
  return new Set(imports.filter((name) => !name.startsWith('node:')))
}

/**
 * The packages that are shipped, by their places in the lock file: name, version, licence and what they need.
 */
export function shippedPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const waiting = Object.keys(packages).filter(
    (path) => path !== '' && !packages[path].dev && !packages[path].devOptional,
  )
  for (const name of ofTheWebApp(root)) {
    const path = placeOf(packages, '', name)
    if (path) waiting.push(path)
  }
  const shipped = new Map()
  while (waiting.length > 0) {
    const path = waiting.pop()
    if (shipped.has(path)) continue
    const { version, license = '', integrity = '', os, dependencies = {}, optionalDependencies = {} } = packages[path]
    const needs = [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]
      .map((name) => placeOf(packages, path, name))
      .filter(Boolean)
    shipped.set(path, { path, name: nameAt(path), version, license, integrity, os, needs })
    waiting.push(...needs)
  }
  const byName = (one, other) => (idOf(one) < idOf(other) ? -1 : 1)
  return [...shipped.values()].sort(byName)
}

/** Name and version, as 'name@version'. */
export const idOf = ({ name, version }) => `${name}@${version}`
