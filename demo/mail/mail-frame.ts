import type { BlockName } from './mail-blocks.ts'

const TEXT = 'font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:22px;color:#24303c;'

/** A part of a mail's body, between header and footer. */
type Part = string

export function paragraphs(...texts: readonly string[]): Part {
  return cell(texts.map((text) => `<p style="margin:0 0 12px;">${text}</p>`).join('\n            '))
}

/** The papers that are asked for; the value is HTML. */
export function listOfDocuments(): Part {
  return cell('{{ request.documents }}')
}

/** The news about a shipment; the value is HTML. */
export function news(): Part {
  return cell('{{ tracking.news }}')
}

/** Booking clauses; the value is HTML. */
export function clauses(): Part {
  return cell('{{ confirmation.clauses }}')
}

export function block(name: BlockName): Part {
  return cell(`{{ blocks.${name} }}`)
}

/** A highlighted notice. */
export function notice(text: string): Part {
  const style = 'padding:12px 16px;background-color:#fff6e0;border-left:4px solid #d18b00;'
  return cell(`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
              <tr><td style="${style}">${text}</td></tr>
            </table>`)
}

export function button(label: string, address = '{{ site.trackingUrl }}'): Part {
  const style =
    'display:inline-block;padding:12px 24px;background-color:#1f4e79;border-radius:4px;color:#ffffff;font-weight:bold;text-decoration:none;'
  return cell(`<table role="presentation" cellpadding="0" cellspacing="0" border="0">
              <tr><td bgcolor="#1f4e79" style="border-radius:4px;"><a href="${address}" target="_blank" style="${style}">${label}</a></td></tr>
            </table>`)
}

/** A part that appears only if the condition is true. */
export function when(condition: string, ...parts: readonly Part[]): Part {
  return `        {% if ${condition} %}\n${parts.join('\n')}\n        {% endif %}`
}

function cell(content: string): string {
  return `        <tr>
          <td class="cell" style="padding:8px 32px;">
            ${content}
          </td>
        </tr>`
}

/** A whole mail, 600 pixels wide, narrower on phones. */
export function frame(heading: string, ...parts: readonly Part[]): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>
<style>
@media only screen and (max-width: 620px) {
  .page { width: 100% !important; }
  .cell { padding-left: 16px !important; padding-right: 16px !important; }
}
</style>
</head>
<body style="margin:0;padding:0;background-color:#f3f5f7;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f3f5f7">
  <tr>
    <td align="center" style="padding:24px 0;">
      <table role="presentation" class="page" width="600" cellpadding="0" cellspacing="0" border="0" style="width:600px;background-color:#ffffff;${TEXT}">
        <tr><td>{{ blocks.header }}</td></tr>
        <tr>
          <td class="cell" style="padding:24px 32px 8px;"><h1 style="margin:0;font-size:20px;line-height:28px;color:#1f4e79;">${heading}</h1></td>
        </tr>
${parts.join('\n')}
        <tr><td style="padding-top:16px;">{{ blocks.footer }}</td></tr>
      </table>
    </td>
  </tr>
</table>
</body>
</html>`
}
