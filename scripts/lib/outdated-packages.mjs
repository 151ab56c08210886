function parsed(text) {
  try {
    return JSON.parse(text || '{}')
  } catch {
    return null
  }
}

/** Packages held back, and why. */
const HELD = {
  '@opentelemetry/api': 'the newest that @opentelemetry/resources takes',
  '@redocly/openapi-core': 'the version that openapi-typescript uses',
  '@types/node': 'the types of the oldest Node that is supported',
  '@ts-morph/common': 'the last with TypeScript 5, which openapi-typescript needs',
}

/**
 * True for a later release. npm offers an older one if the newer ones do not support this version of Node.
 */
function isLater(one, other) {
  const [a, b] = [one, other].map((version) => version.split(/[.-]/).map(Number))
  const at = a.findIndex((part, index) => part !== b[index])
  return at >= 0 && a[at] > (b[at] ?? 0)
}

/**
 * The output of `npm outdated --json` as lines to read. Packages that are not installed here belong to other
 * platforms.
 */
export function behind(text) {
  const found = parsed(text)
  if (!found || found.error) return ['npm outdated got no answer from the registry: newer releases are unknown.']
  const rows = Object.entries(found)
    .map(([name, value]) => [name.split(':')[0], [value].flat()[0]])
    .filter(([, { current, latest }]) => current && latest && isLater(latest, current))
  if (rows.length === 0) return [`Every direct dependency is at its newest release for Node ${process.versions.node}.`]
  return [
    `Behind the newest release for Node ${process.versions.node} (run this with a newer Node to see releases that need one):`,
    ...rows.map(
      ([name, { current, latest }]) =>
        `  ${name} ${current} → ${latest}${HELD[name] ? ` (held back: ${HELD[name]})` : ''}`,
    ),
  ]
}

const WORST_FIRST = ['critical', 'high', 'moderate', 'low', 'info']

/** The output of `npm audit --json` as lines to read, and whether anything is known to be vulnerable. */
export function vulnerable(text) {
  const report = parsed(text)
  if (!report?.vulnerabilities)
    return { found: false, lines: ['npm audit got no answer from the registry: vulnerabilities are unknown.'] }
  const all = Object.values(report.vulnerabilities)
  if (all.length === 0) return { found: false, lines: ['No package is known to be vulnerable.'] }
  const rank = ({ severity }) => WORST_FIRST.indexOf(severity)
  const lines = all
    .toSorted((one, other) => rank(one) - rank(other))
    .map(({ name, severity, range, via, fixAvailable }) => {
      const why = via.map((each) => (typeof each === 'string' ? `by ${each}` : `${each.title} ${each.url}`)).join('; ')
      const fix = fixAvailable?.version
        ? `${fixAvailable.name} ${fixAvailable.version}`
        : fixAvailable
          ? 'npm update'
          : 'none yet'
      return `  ${name} ${range} (${severity}): ${why}. Fix: ${fix}`
    })
  return { found: true, lines: ['Known to be vulnerable:', ...lines] }
}
