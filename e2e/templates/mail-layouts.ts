/** Typical mail layouts with variables, conditions and a known block. */
export const MAIL_LAYOUTS: Record<string, string> = {
  'preheader, nested tables and a button for Outlook': `<!DOCTYPE html>
<html lang="en" xmlns:v="urn:schemas-microsoft-com:vml">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Departed</title>
<style>@media only screen and (max-width:620px){.page{width:100% !important}}</style></head>
<body style="margin:0;padding:0;background-color:#f3f5f7;">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">{{ order.trackingCode }} has departed</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center">
<table role="presentation" class="page" width="600" cellpadding="0" cellspacing="0" style="width:600px;background:#ffffff;">
<tr><td style="padding:24px 32px;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:22px;">Dear {{ contact.name }},</td></tr>
{% if confirmation.vessel %}
<tr><td style="padding:0 32px;">On board of <strong>{{ confirmation.vessel }}</strong></td></tr>
{% endif %}
<tr><td align="center" style="padding:24px;"><!--[if mso]><v:roundrect href="{{ site.url }}" fillcolor="#1f4e79"><center><![endif]--><a href="{{ site.trackingUrl }}" style="display:inline-block;padding:12px 24px;background-color:#1f4e79;color:#ffffff;text-decoration:none;">Track it</a><!--[if mso]></center></v:roundrect><![endif]--></td></tr>
</table></td></tr></table>
</body></html>`,
  'a table of facts whose rows depend on the order': `<table width="100%" cellpadding="6" cellspacing="0" border="0" style="border-collapse:collapse;font-family:Arial,sans-serif;">
<tbody>
<tr><td width="40%" style="border-bottom:1px solid #dde3e9;">Tracking code</td><td style="border-bottom:1px solid #dde3e9;"><b>{{ order.trackingCode }}</b></td></tr>
{% if order.origin %}
<tr><td>Origin</td><td>{{ order.origin | upcase }}</td></tr>
{% elsif order.destination %}
<tr><td>Destination</td><td>{{ order.destination }}</td></tr>
{% else %}
<tr><td colspan="2">Neither is known</td></tr>
{% endif %}
<tr><td {% if order.insurance %}bgcolor="#e9f7ee"{% else %}bgcolor="#fdecea"{% endif %} align="left">Insurance</td><td style="color:{% if order.insurance %}#1f7a3d{% else %}#b3261e{% endif %};">{{ order.insurance | default: "No" }}</td></tr>
</tbody>
</table>`,
  'two columns with ghost tables for Outlook': `<div style="max-width:600px;margin:0 auto;font-size:0;text-align:center;">
<!--[if mso]><table role="presentation" width="600"><tr><td width="300" valign="top"><![endif]-->
<div style="display:inline-block;width:100%;max-width:300px;vertical-align:top;"><p style="margin:0;font-size:14px;">From {{ order.origin }}</p></div>
<!--[if mso]></td><td width="300" valign="top"><![endif]-->
<div style="display:inline-block;width:100%;max-width:300px;vertical-align:top;"><p style="margin:0;font-size:14px;">To {{ order.destination }}</p></div>
<!--[if mso]></td></tr></table><![endif]-->
</div>`,
  'a letter with conditional paragraphs and list items': `<p>Dear {{ contact.name }},</p>
{% if order.brokerage %}<p>Customs brokerage is <em>included</em>.</p>{% else %}<p>Please tell us your broker.</p>{% endif %}
<ul style="padding-left:18px;">
<li>Volume: {{ order.volume }} CBM</li>
{% if order.amazonRefId %}
<li>Amazon: {{ order.amazonRefId }}</li>
{% endif %}
<li>Weight: {{ order.weight }} kg</li>
</ul>
<p>Kind regards&nbsp;&mdash; your team</p>`,
  'an old mail with font, center and attributes': `<center><font face="Verdana" size="2" color="#333333">News on {{ order.trackingCode }}</font></center>
<table width="580" align="center" bgcolor="#eeeeee" border="1" bordercolor="#999999" cellpadding="4"><tr valign="top"><td nowrap><font color="#990000"><b>{{ order.event }}</b></font></td><td width="70%">{{ order.publicStatus }}<br clear="all">{{ order.eventComment }}</td></tr></table>`,
  'a schedule with head and foot': `<table style="width:100%;border:1px solid #ccc;"><caption>Schedule</caption><colgroup><col width="50%"><col width="50%"></colgroup>
<thead><tr><th scope="col">Step</th><th scope="col">Day</th></tr></thead>
<tfoot><tr><td colspan="2" style="font-size:11px;">All dates are estimates</td></tr></tfoot>
<tbody>{% if confirmation.estimatedTimeOfDepartureAt %}<tr><td>ETD</td><td>{{ confirmation.estimatedTimeOfDepartureAt | date: "%d.%m.%Y" }}</td></tr>{% endif %}<tr><td>ETA</td><td>{{ confirmation.portEstimatedTimeOfArrivalAt }}</td></tr></tbody></table>`,
}
