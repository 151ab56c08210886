import { MAX_UPLOAD_SIZE, UPLOAD_EXTENSIONS } from '#contract/lib/uploads.ts'
import { askedBy } from '#contract/papers/format-due.ts'
import { isMissing, LINK_DAYS } from '#contract/papers/paper-codes.ts'
import type { Paper } from '#contract/papers/papers.ts'
import type { OpenedLink, UploadRenewal } from '#server/papers/upload-links.ts'
import { type Html, html } from './html.ts'
import { layout, messagePage } from './layout.ts'
import { RENEWED, renewalForm } from './link-pages.ts'

/** The outcome for a sent file: null, or why it was refused. */
export interface Sent {
  paperId: number
  name: string
  problem: string | null
}

/**
 * Types too, by which phones offer the camera; as JPEG, since what they take by themselves is not accepted.
 */
const ACCEPT = [...UPLOAD_EXTENSIONS.map((extension) => `.${extension}`), 'image/jpeg', 'image/png'].join(',')
const MEGABYTES = MAX_UPLOAD_SIZE / 1024 / 1024
/** Where the browser's script does not say it. */
export const CHOOSE_FILE = 'Choose a file first.'

const personal = 'upload'

/** 'Needed by Nov 26', and why the last file was not right: all that the page says of a paper. */
function facts(paper: Paper, timeZone: string): Html[] {
  const { reason } = paper
  const by = askedBy(paper, timeZone)
  const due = by === '' ? [] : [html`<p class="dim">Needed ${by}</p>`]
  return reason === '' ? due : [...due, html`<p>The last file was not right: <strong>${reason}</strong></p>`]
}

/** Where papers are shown: under the heading of the page, or under those of several shipments. */
interface Shown {
  timeZone: string
  /** The code of the shipment; null where the page is about one alone. */
  code: string | null
}

function row(paper: Paper, problems: readonly Sent[], { timeZone, code }: Shown): Html {
  const { id, name } = paper
  const heading = code === null ? html`<h2>${name}</h2>` : html`<h3>${name}</h3>`
  if (!isMissing(paper))
    return html`<li class="there">${heading}<p>${paper.noLongerAsked || paper.state === 'waived' ? 'Not needed any more.' : 'Arrived.'}</p></li>`
  const wrong = problems.map(
    ({ name: file, problem }) => html`<p class="problem"><strong>${file} was not taken: ${problem}</strong></p>`,
  )
  return html`<li${wrong.length > 0 || paper.reason !== '' ? html` class="wrong"` : null}>${heading}${wrong}${facts(paper, timeZone)}
<label>File for ${name}<input type="file" name="file-${id}"${code === null ? null : html` aria-label="File for ${name}, shipment ${code}"`} accept="${ACCEPT}"></label></li>`
}

/** Outcomes of the files that were just sent. */
function resultsOf(sent: readonly Sent[], { shipments }: OpenedLink): Html | null {
  if (sent.length === 0) return null
  const papers = shipments.flatMap((shipment) => shipment.papers)
  const nameOf = (id: number) => papers.find((paper) => paper.id === id)?.name ?? 'another document'
  const arrived = sent.filter(({ problem }) => problem === null)
  const failed = sent.filter(({ problem }) => problem !== null)
  const good =
    arrived.length > 0 &&
    html`<div class="panel there" role="status"><h2>Arrived, thank you</h2><ul class="results">${arrived.map(
      ({ name, paperId }) => html`<li>${name}, for ${nameOf(paperId)}</li>`,
    )}</ul></div>`
  const bad =
    failed.length > 0 &&
    html`<div class="panel wrong" role="alert"><h2>Not taken</h2><ul class="results">${failed.map(
      ({ name, problem }) => html`<li>${name}: ${problem}</li>`,
    )}</ul></div>`
  return html`${good}${bad}`
}

/** The problems of the files that were just sent for a paper. */
const problemsOf = (sent: readonly Sent[], { id }: Paper) =>
  sent.filter(({ paperId, problem }) => paperId === id && problem !== null)

const rows = (papers: readonly Paper[], sent: readonly Sent[], shown: Shown): Html =>
  html`<ul class="papers">${papers.map((paper) => row(paper, problemsOf(sent, paper), shown))}</ul>`

/** The shipments whose papers a working link asks for, or has got. */
const shownOf = ({ shipments }: OpenedLink) => shipments.filter(({ state }) => state === 'live' || state === 'used')

/**
 * The page of a link that works: what is asked for, by shipment, a file for each, and what became of those
 * that were sent; null before any.
 */
export function uploadPage(token: string, link: OpenedLink, sent: readonly Sent[] | null, timeZone: string): string {
  const shipments = shownOf(link)
  const [only] = shipments
  const isOne = shipments.length === 1
  const results = resultsOf(sent ?? [], link)
  const body = html`<h1>Upload your documents</h1>
${isOne && html`<p class="lead"><strong>Shipment ${only?.words ?? ''}</strong></p>`}
${sent?.length === 0 && html`<div class="panel wrong" role="alert"><h2>${CHOOSE_FILE}</h2></div>`}${results}
<p class="lead">Choose a file, or take a photo, for each document that is asked for. You can send some now and the others later with the same link.</p>
<form class="upload" method="post" enctype="multipart/form-data" action="/site/upload/${token}" data-most="${MAX_UPLOAD_SIZE}">
${shipments.map(({ code, words, papers }) =>
  isOne
    ? rows(papers, sent ?? [], { timeZone, code: null })
    : html`<section><h2 class="shipment">Shipment ${words}</h2>${rows(papers, sent ?? [], { timeZone, code })}</section>`,
)}
<p class="dim">${UPLOAD_EXTENSIONS.join(', ')}; at most ${MEGABYTES} MB together.</p>
<progress max="1" value="0" aria-label="Upload" hidden></progress>
<p class="message" role="status"></p>
<button type="submit">Upload</button></form>`
  return layout({ title: 'Upload your documents', body, personal })
}

const DEAD: Record<Exclude<OpenedLink['state'], 'live' | 'closed'> | 'again', { title: string; text: string }> = {
  used: {
    title: 'Everything has arrived, thank you',
    text: 'All the documents that this link asked for are here. If we need anything else, we will write to you.',
  },
  again: {
    title: 'This link has been used',
    text: 'All the documents that it asked for arrived, but we need one of them again.',
  },
  expired: {
    title: 'This link has expired',
    text: `An upload link works for ${LINK_DAYS} days. Nothing that you sent before is lost.`,
  },
  revoked: {
    title: 'This link no longer works',
    text: 'It was replaced or withdrawn. Nothing that you sent before is lost.',
  },
}

/** The page of a link that does not work any more, which offers another one. */
export function deadPage(token: string, link: OpenedLink, sent: readonly Sent[]): string {
  const { state, shipments } = link
  if (state === 'live' || state === 'closed')
    return messagePage({ title: 'Nothing to upload', personal }, 'No documents are needed here any more.')
  const isAskedAgain = shipments.some((each) => each.state === 'used' && each.papers.some(isMissing))
  // Since it was used, a document was rejected, or its file deleted.
  const { title, text } = DEAD[state === 'used' && isAskedAgain ? 'again' : state]
  const body = html`<h1>${title}</h1>${resultsOf(sent, link)}<p class="lead">${text}</p>
${renewalForm(`/site/upload/${token}`, 'Do you still have something to send?')}`
  return layout({ title, body, personal })
}

/** What became of the wish for a new link. */
export const UPLOAD_RENEWED: Record<UploadRenewal, readonly [title: string, text: string]> = {
  ...RENEWED,
  'nothing-missing': [
    'Nothing is missing',
    'All the documents that we asked for are here. If we need anything else, we will write to you.',
  ],
  dead: ['This link no longer works', 'Please get in touch with us, and we will help you.'],
}
