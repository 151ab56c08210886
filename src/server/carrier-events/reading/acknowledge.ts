import type { Envelope, Fault, MessageProblem, ReadMessage } from './edi-messages.ts'

/** What our answers are numbered and dated by. */
export interface Acknowledging {
  /** In ms. */
  now: number
  /** The control number of the answer's interchange: a whole number of at most nine digits. */
  number: number
}

/** Figures of a time in UTC: '20261128', '0915'. */
function stamp(now: number): { date: string; time: string } {
  const digits = new Date(now).toISOString().replaceAll(/\D/g, '')
  return { date: digits.slice(0, 8), time: digits.slice(8, 12) }
}

/** AK502: why a set is refused, or was accepted with errors. */
const X12_FAULTS: Record<Fault, string> = { type: '1', trailer: '2', control: '3', count: '4', content: '5' }
/** Code list 0085 of EDIFACT: unspecified, missing, references and counts that differ, an invalid value. */
const EDIFACT_FAULTS: Record<Fault, string> = { type: '18', trailer: '13', control: '28', count: '29', content: '12' }

/** The problem that decides an answer: of a refused message the one that refused it, which is the first. */
const deciding = ({ problems }: ReadMessage): MessageProblem | undefined => problems[0]

const padded = (text: string, length: number) => text.slice(0, length).padEnd(length)

/** A 997 (004010): the group and the set that it answers, accepted, accepted with errors, or rejected. */
function functionalAcknowledgement(message: ReadMessage, { now, number }: Acknowledging): string {
  const { envelope, group, control, accepted, type } = message
  const { element, component, terminator, header } = envelope
  const { date, time } = stamp(now)
  const interchange = String(number).padStart(9, '0')
  const problem = deciding(message)
  const verdict = !accepted ? 'R' : problem ? 'E' : 'A'
  const [, , , , , senderKind = '', sender = '', receiverKind = '', receiver = '', , , standards = 'U', version = ''] =
    header
  const named =
    problem?.fault === 'content' && problem.segment > 0 ? [['AK3', problem.tag, problem.segment, '', '8']] : []
  const set = [
    ['ST', '997', '0001'],
    ['AK1', group[1] ?? 'QO', group[6] ?? ''],
    ['AK2', type, control],
    ...named,
    ['AK5', verdict, ...(problem ? [X12_FAULTS[problem.fault]] : [])],
    ['AK9', verdict, 1, 1, accepted ? 1 : 0],
  ]
  const ids = [padded(receiverKind, 2), padded(receiver, 15), padded(senderKind, 2), padded(sender, 15)]
  const security = ['00', padded('', 10), '00', padded('', 10)]
  const segments = [
    [
      'ISA',
      ...security,
      ...ids,
      date.slice(2),
      time,
      standards,
      version,
      interchange,
      '0',
      header[15] ?? 'P',
      component,
    ],
    ['GS', 'FA', group[3] ?? receiver.trim(), group[2] ?? sender.trim(), date, time, number, 'X', '004010'],
    ...set,
    ['SE', set.length + 1, '0001'],
    ['GE', 1, number],
    ['IEA', 1, interchange],
  ]
  return segments.map((each) => each.join(element) + terminator).join('')
}

/** A text with the sign of release before signs that would mean something else. */
function released(text: string, { release, element, component, terminator }: Envelope): string {
  const signs = [release, element, component, terminator]
  return [...text].map((each) => (release !== '' && signs.includes(each) ? release + each : each)).join('')
}

/** Code list 0083: acknowledged, or rejected. */
const ACKNOWLEDGED = '7'
const REJECTED = '4'

/** A CONTRL (D.3): the interchange and the message that it answers. */
function contrl(message: ReadMessage, { now, number }: Acknowledging): string {
  const { envelope, control, accepted, type } = message
  const { element, component, terminator, header, release } = envelope
  const { date, time } = stamp(now)
  const [, syntax = '', sender = '', receiver = '', , reference = ''] = header
  const problem = accepted ? undefined : deciding(message)
  const code = problem ? [EDIFACT_FAULTS[problem.fault]] : []
  const named = problem && problem.segment > 0 ? [['UCS', problem.segment, ...code]] : []
  const set = [
    ['UNH', '1', ['CONTRL', 'D', '3', 'UN'].join(component)],
    ['UCI', reference, sender, receiver, ACKNOWLEDGED],
    ['UCM', released(control, envelope), type, accepted ? ACKNOWLEDGED : REJECTED, ...code],
    ...named,
  ]
  const segments = [
    ['UNB', syntax, receiver, sender, [date.slice(2), time].join(component), number],
    ...set,
    ['UNT', set.length + 1, '1'],
    ['UNZ', 1, number],
  ]
  const una = `UNA${component}${element}.${release || ' '} ${terminator}`
  return una + segments.map((each) => each.join(element) + terminator).join('')
}

/**
 * The answer to a message in its own syntax and signs: a 997 or a CONTRL in an interchange of its own, which names the
 * message's control number, what became of it, and the segment that refused it.
 */
export const acknowledge = (message: ReadMessage, options: Acknowledging): string =>
  message.kind === 'x12-315' ? functionalAcknowledgement(message, options) : contrl(message, options)
