const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const cpus = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64']

/** Optional packages for one platform that have no entry in the lock file. */
export function missingPlatforms({ packages }) {
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => platformOf(name) && !isLocked(packages, parent, name))
      .map(([name, version]) => ({ name, version, parent })),
  )
}

/** Resolves as Node does: in the parent's own packages, then upwards. */
function isLocked(packages, parent, name) {
  if (packages[`${parent ? `${parent}/` : ''}node_modules/${name}`]) return true
  if (parent === '') return false
  return isLocked(packages, parent.slice(0, Math.max(parent.lastIndexOf('/node_modules/'), 0)), name)
}

/**
 * The platform in a name like `@scope/name-linux-x64-musl`, in terms of a lock file; undefined if there is
 * none.
 */
export function platformOf(name) {
  const words = name.split(/[/-]/)
  const os = words.find((word) => systems.includes(word))
  const cpu = words.find((word) => cpus.includes(word))
  if (!os || !cpu) return undefined
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : ''
  return { cpu: [cpu], os: [os], ...(libc && os === 'linux' ? { libc: [libc] } : {}) }
}
