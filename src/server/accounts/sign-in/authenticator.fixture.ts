import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Cbor = number | string | Uint8Array | Map<Cbor, Cbor>

/** The head of a CBOR item: its type and a count. */
function head(type: number, count: number): Buffer {
  const lead = type << 5
  if (count < 24) return Buffer.from([lead | count])
  if (count < 256) return Buffer.from([lead | 24, count])
  return Buffer.from([lead | 25, count >> 8, count & 255])
}

/** CBOR (RFC 8949), as far as WebAuthn needs it. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, of]) => [cbor(key), cbor(of)])])
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')
const bytes = (text: string | undefined) => Buffer.from(text ?? '', 'base64url')

/** The public key as WebAuthn writes it: ES256 on P-256. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x, y } = publicKey.export({ format: 'jwk' })
  return cbor(
    new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]),
  )
}

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }

/** Faults that a device, or somebody who pretends to be one, can be given. */
export interface Deviations {
  origin?: string
  rpId?: string
  challenge?: string
  crossOrigin?: boolean
  verifiesUser?: boolean
  counter?: number
  type?: string
  /** Format of the attestation. */
  format?: string
  userHandle?: string
  /** Signs with another key than the registered one. */
  forges?: boolean
}

/** A device in software that holds one passkey, and answers as a browser would. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = base64url(credentialId)
  let counter = 0
  let userHandle = base64url(randomBytes(32))

  const clientData = (type: string, challenge: string, deviations: Deviations) =>
    Buffer.from(
      JSON.stringify({
        type: deviations.type ?? type,
        challenge: deviations.challenge ?? challenge,
        origin: deviations.origin ?? origin,
        crossOrigin: deviations.crossOrigin ?? false,
      }),
    )
  const authenticatorData = (rpId: string, more: number, { verifiesUser = true, ...deviations }: Deviations) => {
    counter = deviations.counter ?? counter + 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flags = FLAGS.present | (verifiesUser ? FLAGS.verified : 0) | more
    return Buffer.concat([sha256(deviations.rpId ?? rpId), Buffer.from([flags]), count])
  }

  return {
    id,
    /** Makes the passkey for the options of `user/passkey/start`. */
    register(options: { challenge: string; rp: { id: string }; user: { id: string } }, deviations: Deviations = {}) {
      userHandle = options.user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const authData = Buffer.concat([
        authenticatorData(options.rp.id, FLAGS.attested, deviations),
        Buffer.alloc(16),
        length,
        credentialId,
        coseKey(publicKey),
      ])
      const attestation = new Map<Cbor, Cbor>([
        ['fmt', deviations.format ?? 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      const clientDataJSON = base64url(clientData('webauthn.create', options.challenge, deviations))
      const response = { clientDataJSON, attestationObject: base64url(cbor(attestation)), transports: ['internal'] }
      return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
    },
    /** Signs the challenge of `login/passkey/start`. */
    assert(options: { challenge: string; rpId: string }, deviations: Deviations = {}) {
      const client = clientData('webauthn.get', options.challenge, deviations)
      const data = authenticatorData(options.rpId, 0, deviations)
      const key = deviations.forges ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : privateKey
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), key)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: deviations.userHandle ?? userHandle,
      }
      return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
    },
  }
}
export type Authenticator = ReturnType<typeof createAuthenticator>
