import { encodedWord, type Fields, message, multipart, type Transfer, textPart } from './messages.fixture.ts'

/** How a program writes answers and forwarded mails. */
interface Program {
  name: string
  charset: string
  transfer: Transfer
  fields: Fields
  /** What it puts between the own words and the mail that is answered, in plain text. */
  plain: (original: string) => string
  /** The same in HTML. */
  html: (original: string) => string
  /** The prefix of forwarded subjects, and what stands above the forwarded text. */
  forward: { subject: string; plain: (original: string) => string; html: (original: string) => string }
  own: string
  original: string
}

const lines = (text: string) => text.split('\n')
const marked = (text: string) =>
  lines(text)
    .map((line) => `> ${line}`)
    .join('\n')
const breaks = (text: string) => text.replaceAll('\n', '<br>')
const div = (text: string) =>
  lines(text)
    .map((line) => `<div>${line === '' ? '<br>' : line}</div>`)
    .join('')

const EN = {
  own: 'Hello,\nthe papers of ABCD12345678 are attached.\nBest, Anna',
  original: 'Please send the invoice.\nYour desk',
}
const DE = {
  own: 'Guten Tag,\ndie Papiere für ABCD12345678 sind dabei.\nGrüße, Anna',
  original: 'Bitte schicken Sie die Rechnung.\nIhr Büro',
}
const FR = {
  own: 'Bonjour,\nvoici les papiers de ABCD12345678.\nÀ bientôt',
  original: 'Merci d’envoyer la facture.\nLe bureau',
}
const ZH = { own: '您好，\n订单 ABCD12345678 的文件在附件里。\n谢谢', original: '请发送发票。\n办公室' }

const head = (names: readonly string[], values: readonly string[], colon = ': ') =>
  names.map((name, at) => `${name}${colon}${values[at]}`).join('\n')
const VALUES = [
  'Desk <desk@quayside.example>',
  'Friday, November 27, 2026 9:00 AM',
  'Anna Berg <anna@berg.example>',
  'Order ABCD12345678',
]
const ENGLISH = ['From', 'Sent', 'To', 'Subject']
const GERMAN = ['Von', 'Gesendet', 'An', 'Betreff']
const FRENCH = ['De', 'Envoyé', 'À', 'Objet']
const CHINESE = ['发件人', '发送时间', '收件人', '主题']

const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const outlook = (names: readonly string[], colon = ': ') => ({
  plain: (original: string) => `\n\n${head(names, VALUES, colon)}\n\n${original}`,
  html: (original: string) =>
    `<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${names
      .map((name, at) => `<b><span lang="EN-US">${name}${colon}</span></b>${escaped(VALUES[at] ?? '')}`)
      .join('<br>')}</p></div></div>${div(original)}`,
})
const outlookWeb = (names: readonly string[]) => ({
  plain: (original: string) => `\n\n${'_'.repeat(32)}\n${head(names, VALUES)}\n\n${original}`,
  html: (original: string) =>
    `<div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri">${names
      .map((name, at) => `<b>${name}:</b> ${escaped(VALUES[at] ?? '')}`)
      .join('<br>')}</font></div>${div(original)}`,
})
const attributed = (line: string, form: 'gmail' | 'cite' | 'bare') => ({
  plain: (original: string) => `\n\n${line}\n\n${form === 'bare' ? original : marked(original)}`,
  html: (original: string) => {
    if (form === 'gmail')
      return `<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${escaped(line)}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex">${div(original)}</blockquote></div>`
    if (form === 'cite')
      return `<div><br><blockquote type="cite"><div>${escaped(line)}</div><br>${div(original)}</blockquote></div>`
    return `<br><br>${escaped(line)}<br><div>${breaks(original)}</div>`
  },
})
const ruled = (line: string, names: readonly string[], colon = ': ') => ({
  plain: (original: string) => `\n\n\n${line}\n${head(names, VALUES, colon)}\n\n${original}`,
  html: (original: string) =>
    `<div><br></div><div><br></div><div style="font-size: 12px;">${line}</div><div style="font-size: 12px;background:#efefef;padding:8px;">${names
      .map((name, at) => `<div><b>${name}${colon}</b>${escaped(VALUES[at] ?? '')}</div>`)
      .join('')}</div>${div(original)}`,
})
const forwarded = (
  subject: string,
  quoting: { plain: (original: string) => string; html: (original: string) => string },
) => ({
  subject,
  ...quoting,
})

/** A dozen programs and more, some in several languages. */
export const PROGRAMS: Program[] = [
  {
    ...{ name: 'Gmail', charset: 'utf-8', transfer: 'quoted-printable', fields: { 'X-Mailer': 'none' }, ...EN },
    ...attributed('On Fri, Nov 27, 2026 at 9:00 AM Desk <desk@quayside.example> wrote:', 'gmail'),
    forward: forwarded('Fwd: ', ruled('---------- Forwarded message ---------', ['From', 'Date', 'Subject', 'To'])),
  },
  {
    ...{ name: 'Gmail in Chinese', charset: 'utf-8', transfer: 'base64', fields: {}, ...ZH },
    ...attributed('Desk <desk@quayside.example> 于2026年11月27日周五 09:00写道：', 'gmail'),
    forward: forwarded(
      'Fwd: ',
      ruled('---------- Forwarded message ---------', ['发件人', 'Date', 'Subject', 'To'], '： '),
    ),
  },
  {
    ...{ name: 'Outlook', charset: 'windows-1252', transfer: 'quoted-printable', ...EN },
    fields: { 'X-Mailer': 'Microsoft Outlook 16.0', 'X-Auto-Response-Suppress': 'All' },
    ...outlook(ENGLISH),
    forward: forwarded('FW: ', outlook(ENGLISH)),
  },
  {
    ...{ name: 'Outlook in German', charset: 'iso-8859-1', transfer: 'quoted-printable', fields: {}, ...DE },
    ...outlook(GERMAN),
    forward: forwarded('WG: ', outlook(GERMAN)),
  },
  {
    ...{ name: 'Outlook in French', charset: 'windows-1252', transfer: 'quoted-printable', fields: {}, ...FR },
    ...outlook(FRENCH, ' : '),
    forward: forwarded('TR: ', outlook(FRENCH, ' : ')),
  },
  {
    ...{ name: 'Outlook in Chinese', charset: 'gb2312', transfer: 'base64', fields: {}, ...ZH },
    ...outlook(CHINESE),
    forward: forwarded('转发: ', outlook(CHINESE)),
  },
  {
    ...{ name: 'Outlook on the web', charset: 'iso-8859-1', transfer: 'quoted-printable', fields: {}, ...EN },
    ...outlookWeb(ENGLISH),
    forward: forwarded('Fw: ', outlookWeb(ENGLISH)),
  },
  {
    ...{ name: 'old Outlook', charset: 'iso-8859-1', transfer: '8bit', fields: {}, ...DE },
    ...ruled('-----Ursprüngliche Nachricht-----', GERMAN),
    forward: forwarded('WG: ', ruled('-----Ursprüngliche Nachricht-----', GERMAN)),
  },
  {
    ...{ name: 'Apple Mail', charset: 'utf-8', transfer: 'quoted-printable', ...EN },
    fields: { 'X-Mailer': 'Apple Mail (2.3826.200.121)' },
    ...attributed('On 27. Nov 2026, at 09:00, Desk <desk@quayside.example> wrote:', 'cite'),
    forward: forwarded('Fwd: ', ruled('Begin forwarded message:', ['From', 'Subject', 'Date', 'To'])),
  },
  {
    ...{ name: 'Apple Mail in German', charset: 'utf-8', transfer: 'quoted-printable', fields: {}, ...DE },
    ...attributed('Am 27.11.2026 um 09:00 schrieb Desk <desk@quayside.example>:', 'cite'),
    forward: forwarded('WG: ', ruled('Anfang der weitergeleiteten Nachricht:', ['Von', 'Betreff', 'Datum', 'An'])),
  },
  {
    ...{ name: 'iPhone', charset: 'utf-8', transfer: 'base64', ...FR },
    fields: { 'X-Mailer': 'iPhone Mail (23B85)' },
    ...attributed('Le 27 nov. 2026 à 09:00, Desk <desk@quayside.example> a écrit :', 'cite'),
    forward: forwarded('Tr: ', ruled('Début du message transféré :', ['De', 'Date', 'À', 'Objet'], ': ')),
  },
  {
    ...{ name: 'Thunderbird', charset: 'utf-8', transfer: '8bit', ...DE },
    fields: { 'User-Agent': 'Mozilla Thunderbird' },
    plain: (original) => `\n\nAm 27.11.26 um 09:00 schrieb Desk:\n${marked(original)}`,
    html: (original) =>
      `<br><div class="moz-cite-prefix">Am 27.11.26 um 09:00 schrieb Desk:<br></div><blockquote type="cite" cite="mid:1@x">${breaks(original)}</blockquote>`,
    forward: forwarded(
      'Fwd: ',
      ruled('-------- Weitergeleitete Nachricht --------', ['Betreff', 'Datum', 'Von', 'An']),
    ),
  },
  {
    ...{ name: 'Foxmail', charset: 'gb2312', transfer: 'base64', ...ZH },
    fields: { 'X-Mailer': 'Foxmail 7.2.25.213[cn]' },
    plain: (original) => `\n\n\n${head(CHINESE, VALUES, '： ')}\n${original}`,
    html: (original) =>
      `<div><br></div><blockquote style="margin-Top: 0px;"><div>&nbsp;</div><div style="border:none;border-top:solid #B5C4DF 1.0pt">${CHINESE.map(
        (name, at) => `<div><b>${name}：</b>&nbsp;${escaped(VALUES[at] ?? '')}</div>`,
      ).join('')}</div>${div(original)}</blockquote>`,
    forward: forwarded('转发: ', outlook(CHINESE, '： ')),
  },
  {
    ...{ name: 'QQ Mail', charset: 'gb18030', transfer: 'base64', ...ZH },
    fields: { 'X-QQ-mid': 'webmail', 'X-Has-Attach': 'no' },
    ...ruled('------------------ 原始邮件 ------------------', CHINESE, ':'),
    forward: forwarded('转发：', ruled('------------------ 原始邮件 ------------------', CHINESE, ':')),
  },
  {
    ...{ name: '163', charset: 'gbk', transfer: 'base64', ...ZH },
    fields: { 'X-Mailer': 'Coremail Webmail Server' },
    ...attributed('在 2026-11-27 09:00:00，"Desk" <desk@quayside.example> 写道：', 'bare'),
    forward: forwarded(
      '转发:',
      ruled('-------- 转发邮件信息 --------', ['发件人', '发送日期', '收件人', '主题'], '：'),
    ),
  },
  {
    ...{ name: '163 in English', charset: 'utf-8', transfer: 'base64', fields: {}, ...EN },
    ...attributed('At 2026-11-27 09:00:00, "Desk" <desk@quayside.example> wrote:', 'bare'),
    forward: forwarded('Fw:', ruled('-------- Forwarding messages --------', ENGLISH)),
  },
  {
    ...{ name: 'NetEase Mail Master', charset: 'utf-8', transfer: 'base64', fields: {}, ...ZH },
    ...ruled('---- 回复的原邮件 ----', ['发件人', '日期', '收件人', '主题'], ' | '),
    forward: forwarded('转发：', ruled('---- 转发的邮件 ----', ['发件人', '日期', '收件人', '主题'], ' | ')),
  },
  {
    ...{
      name: 'Yahoo',
      charset: 'utf-8',
      transfer: 'quoted-printable',
      fields: { 'X-Mailer': 'WebService/1.1' },
      ...EN,
    },
    plain: (original) =>
      `\n\n    On Friday, November 27, 2026 at 09:00:00 AM GMT+1, Desk\n<desk@quayside.example> wrote:  \n \n ${original}`,
    html: (original) =>
      `<div><br></div><div id="ydp1" class="yahoo_quoted"><div>On Friday, November 27, 2026 at 09:00:00 AM GMT+1, Desk wrote:</div>${div(original)}</div>`,
    forward: forwarded('Fw: ', ruled('----- Forwarded Message -----', ['From', 'To', 'Sent', 'Subject'])),
  },
  {
    ...{
      name: 'Roundcube',
      charset: 'utf-8',
      transfer: '8bit',
      fields: { 'User-Agent': 'Roundcube Webmail/1.6' },
      ...EN,
    },
    plain: (original) => `\n\nOn 2026-11-27 09:00, Desk wrote:\n${marked(original)}`,
    html: (original) =>
      `<p id="reply-intro">On 2026-11-27 09:00, Desk wrote:</p><blockquote type="cite">${div(original)}</blockquote>`,
    forward: forwarded('Fwd: ', ruled('-------- Original Message --------', ['Subject', 'Date', 'From', 'To'])),
  },
]

const HTML_HEAD =
  '<html><head><meta http-equiv="Content-Type" content="text/html"><style>p{margin:0}</style></head><body>'

/** What a message must be read as. */
export interface Expected {
  name: string
  raw: Buffer
  own: string
  original: string
  isForward: boolean
  subject: string
  hasHtml: boolean
}

function bodyOf(form: 'plain' | 'html' | 'both', plain: string, html: string, { charset, transfer }: Program): Buffer {
  const text = textPart(plain, 'text/plain', charset, transfer)
  const shown = textPart(`${HTML_HEAD}${html}</body></html>`, 'text/html', charset, transfer)
  return form === 'plain' ? text : form === 'html' ? shown : multipart('alternative', [text, shown])
}

/** Answers and forwarded mails of each program, in plain text, in HTML, and in both. */
export const MESSAGES: Expected[] = PROGRAMS.flatMap((program) =>
  (['plain', 'html', 'both'] as const).flatMap((form) =>
    [false, true].map((isForward): Expected => {
      const { own, original, charset } = program
      const quoting = isForward ? program.forward : program
      const subject = `${isForward ? program.forward.subject : 'Re: '}Order ABCD12345678 – 订`
      const word = encodedWord(subject, 'utf-8', form === 'plain' ? 'Q' : 'B', 31)
      const body = bodyOf(form, own + quoting.plain(original), div(own) + quoting.html(original), program)
      return {
        name: `${program.name}, ${isForward ? 'forwarded' : 'answered'}, ${form}, ${charset}`,
        raw: message(body, {
          ...program.fields,
          Subject: word,
          References: '<q1@quayside.example>',
          'In-Reply-To': '<q1@quayside.example>',
        }),
        ...{ own, original, isForward, subject, hasHtml: form !== 'plain' },
      }
    }),
  ),
)
