import type { IncomingMessage, ServerResponse } from 'node:http'

/** Milliseconds for which an address with a session counts as known after its last call. */
const KNOWN_MS = 24 * 3_600_000
/** Known addresses; the one that called longest ago is forgotten. */
const MOST_KNOWN = 10_000

interface Address {
  key: string
  connections: number
  /** Whether a call from this address had a session lately. */
  known: boolean
}

/**
 * A connection. Proxies have no address of their own: they carry the requests of many, and never give way.
 */
export interface Connection {
  address: Address | null
  /** Number of requests on it at this moment, and the last one. */
  uses: number
  request: IncomingMessage | null
  reply: ServerResponse | null
  gone: boolean
  close: () => void
}

export interface RoomLimits {
  /** Connections in all. */
  most: number
  /** Most connections of one address, and of one without a session. */
  mostPerAddress: number
  mostOfStranger: number
}

/** The share of all connections from which on room is made, and the most that strangers may have. */
const CROWDED = 0.8

/** Why a connection was refused: too many from its address, or none could give way. */
export type NoRoom = 'address' | 'all'

/**
 * Decides who may be connected. When connections run short, those of strangers (addresses without a recent
 * call with a session) give way: idle ones first, by how long they have waited; then requests that do not
 * arrive, and replies that are not read. Strangers never have more than their share, so an address with a
 * session always finds room. Takes a few steps for each request.
 */
export class Room {
  readonly #limits: RoomLimits
  readonly #addresses = new Map<string, Address>()
  /** The time of an address's last call with a session, the latest last. */
  readonly #known = new Map<string, number>()
  /**
   * Idle connections of strangers and of others, those that wait longest first; and strangers' connections
   * with a request.
   */
  readonly #idle = { stranger: new Set<Connection>(), known: new Set<Connection>() }
  readonly #busy = new Set<Connection>()
  #all = 0
  #strangers = 0

  constructor(limits: RoomLimits) {
    this.#limits = limits
  }

  get isCrowded(): boolean {
    return this.#all >= this.#limits.most * CROWDED
  }

  isKnown(key: string): boolean {
    const at = this.#known.get(key)
    return at !== undefined && Date.now() - at < KNOWN_MS
  }

  /** Most connections, or requests behind a proxy, of an address. */
  mostOf(known: boolean): number {
    const { mostPerAddress, mostOfStranger } = this.#limits
    return known ? mostPerAddress : Math.min(mostOfStranger, mostPerAddress)
  }

  /** Notes a call with a session from this address. */
  note(key: string): void {
    this.#known.delete(key)
    this.#known.set(key, Date.now())
    const [oldest] = this.#known.keys()
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest)
    const address = this.#addresses.get(key)
    if (!address || address.known) return
    address.known = true
    this.#strangers -= address.connections
  }

  /** Lets a connection in, for which another one may have to go; `key` is null for that of a proxy. */
  enter(key: string | null, close: () => void): { connection: Connection; leave: () => void } | NoRoom {
    const address =
      key === null ? null : (this.#addresses.get(key) ?? { key, connections: 0, known: this.isKnown(key) })
    if (address && address.connections >= this.mostOf(address.known)) return 'address'
    if (this.isCrowded && !this.#makeRoom(address === null || address.known)) return 'all'
    const connection: Connection = { address, uses: 0, request: null, reply: null, gone: false, close }
    this.#all++
    if (address) {
      this.#addresses.set(address.key, address)
      address.connections++
      if (!address.known) this.#strangers++
    }
    this.#wait(connection)
    return { connection, leave: () => this.#leave(connection) }
  }

  #leave(connection: Connection): void {
    if (connection.gone) return
    connection.gone = true
    this.#forget(connection)
    this.#all--
    const { address } = connection
    if (!address) return
    address.connections--
    if (!address.known) this.#strangers--
    if (address.connections === 0) this.#addresses.delete(address.key)
  }

  /** Notes a request on this connection. */
  begin(connection: Connection, request: IncomingMessage, reply: ServerResponse): void {
    if (connection.gone) return
    this.#forget(connection)
    Object.assign(connection, { request, reply, uses: connection.uses + 1 })
    if (connection.address?.known === false) this.#busy.add(connection)
  }

  /** Notes that a request was answered, or broke off. */
  finish(connection: Connection): void {
    connection.uses--
    if (connection.uses > 0 || connection.gone) return
    this.#forget(connection)
    this.#wait(connection)
  }

  #wait(connection: Connection): void {
    if (connection.address) this.#idle[connection.address.known ? 'known' : 'stranger'].add(connection)
  }

  #forget(connection: Connection): void {
    this.#idle.stranger.delete(connection)
    this.#idle.known.delete(connection)
    this.#busy.delete(connection)
  }

  /**
   * The first stranger's connection among these that may go. Those of addresses known by now are sorted out.
   */
  #firstOf(connections: Set<Connection>, mayGo: (connection: Connection) => boolean): Connection | null {
    for (const connection of connections) {
      if (connection.address?.known) {
        connections.delete(connection)
        if (connection.uses === 0) this.#idle.known.add(connection)
      } else if (mayGo(connection)) return connection
    }
    return null
  }

  /** Returns false if nobody can give way to a newcomer. */
  #makeRoom(isKnown: boolean): boolean {
    const { most } = this.#limits
    const idle = this.#firstOf(this.#idle.stranger, () => true)
    if (idle) return this.#close(idle)
    const isFull = this.#all >= most || (!isKnown && this.#strangers >= most * CROWDED)
    if (!isFull) return true
    const stuck =
      this.#firstOf(this.#busy, ({ request }) => request?.complete === false) ??
      this.#firstOf(this.#busy, ({ reply }) => reply?.headersSent === true)
    if (stuck) return this.#close(stuck)
    const [longest] = isKnown ? this.#idle.known : []
    return longest ? this.#close(longest) : false
  }

  /** Closes a connection, which counts as gone at once: the system closes it a moment later. */
  #close(connection: Connection): true {
    this.#leave(connection)
    connection.close()
    return true
  }
}
