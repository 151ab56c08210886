/**
 * Ports above 1023 without receivers of webhooks, but with services that take what they are sent for
 * commands, or reveal what they hold. Browsers close some of them for the same reason.
 */
const CLOSED_PORTS = new Set([
  // databases and search: SQL Server, Oracle, InterBase, MySQL, PostgreSQL and its poolers, Db2
  ...[1433, 1434, 1521, 2483, 2484, 3050, 3306, 33_060, 5432, 5433, 6432, 50_000],
  // CouchDB, Cassandra, Neo4j, InfluxDB, ClickHouse, Couchbase, Elasticsearch, MongoDB, RethinkDB
  ...[5984, 6984, 7000, 7001, 7199, 9042, 9142, 9160, 7473, 7474, 7687, 8086, 8088, 8123, 8091, 8092, 8093, 9200, 9300],
  ...[27_017, 27_018, 27_019, 28_015, 28_017, 29_015],
  // caches: Redis and its sentinels, Memcached, Couchbase
  ...[6379, 6380, 16_379, 26_379, 11_210, 11_211, 11_214, 11_215],
  // mail: submission without rights, catchers, Sieve
  ...[1025, 1110, 2465, 2525, 2526, 2587, 4190],
  // queues and coordination: AMQP, Kafka, MQTT, NATS, STOMP, ZooKeeper, etcd, Consul
  ...[5671, 5672, 9092, 9093, 1883, 8883, 4222, 61_613, 61_616, 2181, 2379, 2380, 8300, 8301, 8500],
  // control of machines: Docker, Kubernetes, WinRM, RDP, VNC, X11, RMI
  ...[2375, 2376, 6443, 10_250, 10_255, 5985, 5986, 3389, 5900, 5901, 6000, 1099],
  // files, telephony, proxies, chat and others: NFS, iSCSI, H.323, PPTP, SIP, SOCKS, Squid, clamd, IRC
  ...[2049, 3260, 3659, 4045, 6566, 1719, 1720, 1723, 5060, 5061, 1080, 3128, 3310, 10_080],
  ...[6665, 6666, 6667, 6668, 6669, 6679, 6697],
])

/**
 * Whether receivers of webhooks are usually at this port: 80, 443, and from 1024 on, without those of other
 * services.
 */
export const isUsualPort = (port: number): boolean =>
  port === 80 || port === 443 || (port >= 1024 && !CLOSED_PORTS.has(port))

const PORT = 'go to port 80, 443 or one from 1024 on, and not to those of databases, caches and mail'
const HOST = 'This host is not among those that webhooks may go to'

const bare = (host: string) => host.replace(/\.$/, '')

/** Whether a host is the listed one, or below it if the list's entry begins with '*.'. */
function covers(listed: string, host: string): boolean {
  const name = bare(listed)
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name
}

/**
 * Why nothing is sent to this address; null if it may be. `hosts` (null: any) are the operator's:
 * 'shop.example' at the usual ports, '*.shop.example' for hosts below it, 'shop.example:25' at exactly that
 * port, which need not be a usual one.
 */
export function refusedDestination(
  { hostname, port, protocol }: URL,
  hosts: readonly string[] | null,
  of = 'Webhooks',
): string | null {
  const at = Number(port || (protocol === 'http:' ? 80 : 443))
  if (hosts === null) return isUsualPort(at) ? null : `${of} ${PORT}`
  const listed = hosts
    .map((each) => /^(.*?)(?::(\d+))?$/.exec(each) ?? [])
    .filter(([, host = '']) => covers(host, bare(hostname)))
  if (listed.length === 0) return HOST
  if (listed.some(([, , only]) => only !== undefined && Number(only) === at)) return null
  const anyPort = listed.some(([, , only]) => only === undefined)
  if (!anyPort) return HOST
  return isUsualPort(at) ? null : `${of} ${PORT}`
}
