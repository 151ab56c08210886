-- The variables of mail templates: fixed rows, only the description can be edited.
insert into template_variables (id, identifier, name, description) values
  (1, 'order.trackingCode', 'Tracking code', 'Four letters and eight digits'),
  (2, 'order.createdAt', 'Order date', 'Day on which the order was made'),
  (3, 'order.status', 'Order status', 'In progress, Cancelled or Completed'),
  (4, 'order.event', 'Last event', 'Name of the event that was set last'),
  (5, 'order.publicStatus', 'Public status', 'Public status of the last event'),
  (6, 'order.eventDate', 'Event date', 'Date and time of the last event'),
  (7, 'order.eventComment', 'Event comment', 'Comment on the last event'),
  (8, 'order.origin', 'Origin', 'Where the cargo comes from'),
  (9, 'order.destination', 'Destination', 'Where the cargo goes to'),
  (10, 'order.tradeTerms', 'Trade terms', 'Who brings the cargo to the depot'),
  (11, 'order.mode', 'Transportation mode', 'Less-than-Container Load or Full Container Load'),
  (12, 'order.volume', 'Volume', 'CBM, a plain number'),
  (13, 'order.weight', 'Weight', 'kg, a plain number'),
  (14, 'order.value', 'Shipment value', 'Value of the goods in USD'),
  (15, 'order.cost', 'Transport cost', 'Estimated transportation in USD'),
  (16, 'order.insurance', 'Cargo insurance', '''Yes'' when cargo insurance was asked for, else empty'),
  (17, 'order.brokerage', 'Customs brokerage', '''Yes'' when customs brokerage was asked for, else empty'),
  (18, 'order.description', 'Description of goods', 'What is shipped'),
  (19, 'order.purchase', 'Purchase reference', 'The client''s own purchase reference'),
  (20, 'order.amazonRefId', 'Amazon Ref ID', 'Amazon shipments only'),
  (21, 'order.shipmentId', 'Shipment ID (PO)', 'Amazon shipments only'),
  (22, 'order.additionalInformation', 'Additional information', 'Additional information or request'),
  (23, 'contact.name', 'Contact name', 'Who ordered'),
  (24, 'contact.company', 'Contact company', 'Company of the contact'),
  (25, 'contact.address', 'Contact address', 'Company address of the contact'),
  (26, 'contact.email', 'Contact email', 'Where mails on this order go'),
  (27, 'contact.phone', 'Contact phone', 'Digits only'),
  (28, 'contact.additionalInfo', 'Contact additional info', 'More on the contact'),
  (29, 'shipper.company', 'Shipper company', 'Company of the supplier'),
  (30, 'shipper.address', 'Shipper address', 'Address of the supplier'),
  (31, 'shipper.person', 'Shipper person', 'Person in charge at the supplier'),
  (32, 'shipper.email', 'Shipper email', 'Mail address of the supplier'),
  (33, 'shipper.phone', 'Shipper phone', 'Digits only'),
  (34, 'shipper.additionalInfo', 'Shipper additional info', 'More on the supplier'),
  (35, 'client.name', 'Client name', 'Name of the account'),
  (36, 'client.company', 'Client company', 'Company of the account'),
  (37, 'client.address', 'Client address', 'Company address of the account'),
  (38, 'client.email', 'Client email', 'Login of the account'),
  (39, 'client.phone', 'Client phone', 'Digits only'),
  (40, 'client.businessNumber', 'Canadian Business Number', 'Empty when the client has none'),
  (41, 'confirmation.vessel', 'Vessel', 'Name of the vessel'),
  (42, 'confirmation.voyage', 'Voyage', 'Number of the voyage'),
  (43, 'confirmation.placeOfReceipt', 'Place of receipt', 'Name of the city or port'),
  (44, 'confirmation.portOfLoading', 'Port of loading', 'Name of the port'),
  (45, 'confirmation.portOfDischarge', 'Port of discharge', 'Name of the port'),
  (46, 'confirmation.placeOfDelivery', 'Place of delivery', 'Name of the city or port'),
  (47, 'confirmation.cargoReadyAt', 'Cargo ready', 'Date and time'),
  (48, 'confirmation.cargoCutOffAt', 'Cargo cut-off', 'Date and time'),
  (49, 'confirmation.documentationCutOffAt', 'Documentation cut-off', 'Date and time'),
  (50, 'confirmation.estimatedTimeOfDepartureAt', 'ETD', 'Estimated departure, a day'),
  (51, 'confirmation.actualTimeOfDepartureAt', 'ATD', 'Actual departure, a day'),
  (52, 'confirmation.portEstimatedTimeOfArrivalAt', 'ETA at the port', 'Estimated arrival at the port, a day'),
  (53, 'confirmation.portActualTimeOfArrivalAt', 'ATA at the port', 'Actual arrival at the port, a day'),
  (54, 'confirmation.placeEstimatedTimeOfArrivalAt', 'ETA at the place of delivery', 'Estimated arrival there, a day'),
  (55, 'confirmation.placeActualTimeOfArrivalAt', 'ATA at the place of delivery', 'Actual arrival there, a day'),
  (56, 'confirmation.clauses', 'Booking clauses', 'Rich text, printed with its formatting'),
  (57, 'site.url', 'Site address', 'Main page of the public site'),
  (58, 'site.trackingUrl', 'Tracking address', 'Public page of this shipment'),
  (59, 'reset.url', 'Password reset address', 'In the mail Password reset only');

-- System templates: mails the product sends by itself. Staff may edit text and subject, not delete them.
insert into mail_templates (title, subject, purpose, content) values
('Booking request', 'Your booking {{ order.trackingCode }}', 'booking-request', $html$<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Booking request</title>
<style>@media only screen and (max-width:620px){.page{width:100% !important}}</style>
</head>
<body style="margin:0;padding:0;background-color:#f3f5f7;">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">We received your booking {{ order.trackingCode }}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f3f5f7">
  <tr>
    <td align="center" style="padding:24px 12px;">
      <table role="presentation" class="page" width="600" cellpadding="0" cellspacing="0" border="0" style="width:600px;background-color:#ffffff;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:22px;color:#24303c;">
        <tr>
          <td style="padding:24px 32px 8px;border-top:4px solid #1f4e79;"><h1 style="margin:0;font-size:20px;line-height:28px;color:#1f4e79;">We received your booking</h1></td>
        </tr>
        <tr>
          <td style="padding:8px 32px;">
            <p style="margin:0 0 12px;">Dear {{ contact.name }},</p>
            <p style="margin:0 0 12px;">thank you for your booking. These are the details as we have them; please tell us if something is wrong.</p>
          </td>
        </tr>
        <tr>
          <td style="padding:8px 32px 16px;">
            <table role="presentation" width="100%" cellpadding="6" cellspacing="0" border="0" style="border-collapse:collapse;">
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Tracking code</td>
                <td style="border-bottom:1px solid #dde3e9;"><strong>{{ order.trackingCode }}</strong></td>
              </tr>
              {% if order.origin %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Origin</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.origin }}</td>
              </tr>
              {% endif %}
              {% if order.destination %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Destination</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.destination }}</td>
              </tr>
              {% endif %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Trade terms</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.tradeTerms }}</td>
              </tr>
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Mode</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.mode }}</td>
              </tr>
              {% if order.volume %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Volume</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.volume }} CBM</td>
              </tr>
              {% endif %}
              {% if order.weight %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Weight</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.weight }} kg</td>
              </tr>
              {% endif %}
              {% if order.description %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Goods</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.description }}</td>
              </tr>
              {% endif %}
              {% if order.purchase %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Your reference</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.purchase }}</td>
              </tr>
              {% endif %}
              {% if order.amazonRefId %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Amazon Ref ID</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.amazonRefId }}</td>
              </tr>
              {% endif %}
              {% if order.shipmentId %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Shipment ID (PO)</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.shipmentId }}</td>
              </tr>
              {% endif %}
              {% if shipper.company %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Shipper</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ shipper.company }}<br>{{ shipper.address }}<br>{{ shipper.person }}, {{ shipper.phone }}</td>
              </tr>
              {% endif %}
              {% if order.value %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Shipment value</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.value }}</td>
              </tr>
              {% endif %}
              {% if order.insurance %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Cargo insurance</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.insurance }}</td>
              </tr>
              {% endif %}
              {% if order.brokerage %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Customs brokerage</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.brokerage }}</td>
              </tr>
              {% endif %}
              {% if order.cost %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Estimated cost</td>
                <td style="border-bottom:1px solid #dde3e9;"><strong>{{ order.cost }}</strong></td>
              </tr>
              {% endif %}
              {% if order.additionalInformation %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Your request</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.additionalInformation }}</td>
              </tr>
              {% endif %}
            </table>
          </td>
        </tr>

        <tr>
          <td style="padding:8px 32px 24px;">
            <table role="presentation" cellpadding="0" cellspacing="0" border="0">
              <tr>
                <td bgcolor="#1f4e79" style="border-radius:4px;"><a href="{{ site.trackingUrl }}" target="_blank" style="display:inline-block;padding:12px 24px;color:#ffffff;font-weight:bold;text-decoration:none;">Track your shipment</a></td>
              </tr>
            </table>
          </td>
        </tr>
        <tr>
          <td style="padding:16px 32px 24px;border-top:1px solid #dde3e9;font-size:12px;line-height:18px;color:#5c6b7a;"><a href="{{ site.url }}" style="color:#1f4e79;">{{ site.url }}</a></td>
        </tr>
      </table>
    </td>
  </tr>
</table>
</body>
</html>
$html$),
('Quote request', 'Your quote request {{ order.trackingCode }}', 'quote-request', $html$<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Quote request</title>
<style>@media only screen and (max-width:620px){.page{width:100% !important}}</style>
</head>
<body style="margin:0;padding:0;background-color:#f3f5f7;">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">We received your quote request {{ order.trackingCode }}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f3f5f7">
  <tr>
    <td align="center" style="padding:24px 12px;">
      <table role="presentation" class="page" width="600" cellpadding="0" cellspacing="0" border="0" style="width:600px;background-color:#ffffff;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:22px;color:#24303c;">
        <tr>
          <td style="padding:24px 32px 8px;border-top:4px solid #1f4e79;"><h1 style="margin:0;font-size:20px;line-height:28px;color:#1f4e79;">We received your quote request</h1></td>
        </tr>
        <tr>
          <td style="padding:8px 32px;">
            <p style="margin:0 0 12px;">Dear {{ contact.name }},</p>
            <p style="margin:0 0 12px;">thank you for your request. We are working on your quote and come back to you shortly.</p>
          </td>
        </tr>
        <tr>
          <td style="padding:8px 32px 16px;">
            <table role="presentation" width="100%" cellpadding="6" cellspacing="0" border="0" style="border-collapse:collapse;">
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Tracking code</td>
                <td style="border-bottom:1px solid #dde3e9;"><strong>{{ order.trackingCode }}</strong></td>
              </tr>
              {% if order.origin %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Origin</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.origin }}</td>
              </tr>
              {% endif %}
              {% if order.destination %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Destination</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.destination }}</td>
              </tr>
              {% endif %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Mode</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.mode }}</td>
              </tr>
              {% if order.volume %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Volume</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.volume }} CBM</td>
              </tr>
              {% endif %}
              {% if order.weight %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Weight</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.weight }} kg</td>
              </tr>
              {% endif %}
              {% if order.description %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Goods</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.description }}</td>
              </tr>
              {% endif %}
              {% if order.additionalInformation %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Your message</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.additionalInformation }}</td>
              </tr>
              {% endif %}
            </table>
          </td>
        </tr>

        <tr>
          <td style="padding:8px 32px 24px;">
            <table role="presentation" cellpadding="0" cellspacing="0" border="0">
              <tr>
                <td bgcolor="#1f4e79" style="border-radius:4px;"><a href="{{ site.trackingUrl }}" target="_blank" style="display:inline-block;padding:12px 24px;color:#ffffff;font-weight:bold;text-decoration:none;">See your request</a></td>
              </tr>
            </table>
          </td>
        </tr>
        <tr>
          <td style="padding:16px 32px 24px;border-top:1px solid #dde3e9;font-size:12px;line-height:18px;color:#5c6b7a;"><a href="{{ site.url }}" style="color:#1f4e79;">{{ site.url }}</a></td>
        </tr>
      </table>
    </td>
  </tr>
</table>
</body>
</html>
$html$),
('Order changed', 'Your order {{ order.trackingCode }} was changed', 'order-changed', $html$<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Order changed</title>
<style>@media only screen and (max-width:620px){.page{width:100% !important}}</style>
</head>
<body style="margin:0;padding:0;background-color:#f3f5f7;">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">Your order {{ order.trackingCode }} was changed</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f3f5f7">
  <tr>
    <td align="center" style="padding:24px 12px;">
      <table role="presentation" class="page" width="600" cellpadding="0" cellspacing="0" border="0" style="width:600px;background-color:#ffffff;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:22px;color:#24303c;">
        <tr>
          <td style="padding:24px 32px 8px;border-top:4px solid #1f4e79;"><h1 style="margin:0;font-size:20px;line-height:28px;color:#1f4e79;">Your order was changed</h1></td>
        </tr>
        <tr>
          <td style="padding:8px 32px;">
            <p style="margin:0 0 12px;">Dear {{ contact.name }},</p>
            <p style="margin:0 0 12px;">we changed the details of your order. This is how it stands now.</p>
          </td>
        </tr>
        <tr>
          <td style="padding:8px 32px 16px;">
            <table role="presentation" width="100%" cellpadding="6" cellspacing="0" border="0" style="border-collapse:collapse;">
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Tracking code</td>
                <td style="border-bottom:1px solid #dde3e9;"><strong>{{ order.trackingCode }}</strong></td>
              </tr>
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Status</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.status }}</td>
              </tr>
              {% if order.event %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Last event</td>
                <td style="border-bottom:1px solid #dde3e9;">{% if order.publicStatus %}{{ order.publicStatus }}{% else %}{{ order.event }}{% endif %}</td>
              </tr>
              {% endif %}
              {% if order.origin %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Origin</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.origin }}</td>
              </tr>
              {% endif %}
              {% if order.destination %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Destination</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.destination }}</td>
              </tr>
              {% endif %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Mode</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.mode }}</td>
              </tr>
              {% if order.volume %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Volume</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.volume }} CBM</td>
              </tr>
              {% endif %}
              {% if order.weight %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Weight</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.weight }} kg</td>
              </tr>
              {% endif %}
              {% if order.description %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Goods</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.description }}</td>
              </tr>
              {% endif %}
              {% if confirmation.vessel %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Vessel</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ confirmation.vessel }} {% if confirmation.voyage %}/ {{ confirmation.voyage }}{% endif %}</td>
              </tr>
              {% endif %}
              {% if confirmation.actualTimeOfDepartureAt or confirmation.estimatedTimeOfDepartureAt %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Departure</td>
                <td style="border-bottom:1px solid #dde3e9;">{% if confirmation.actualTimeOfDepartureAt %}{{ confirmation.actualTimeOfDepartureAt }}{% else %}{{ confirmation.estimatedTimeOfDepartureAt }}{% endif %}</td>
              </tr>
              {% endif %}
              {% if confirmation.portActualTimeOfArrivalAt or confirmation.portEstimatedTimeOfArrivalAt %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Arrival</td>
                <td style="border-bottom:1px solid #dde3e9;">{% if confirmation.portActualTimeOfArrivalAt %}{{ confirmation.portActualTimeOfArrivalAt }}{% else %}{{ confirmation.portEstimatedTimeOfArrivalAt }}{% endif %}</td>
              </tr>
              {% endif %}
              {% if order.cost %}
              <tr>
                <td width="40%" style="border-bottom:1px solid #dde3e9;color:#5c6b7a;">Estimated cost</td>
                <td style="border-bottom:1px solid #dde3e9;">{{ order.cost }}</td>
              </tr>
              {% endif %}
            </table>
          </td>
        </tr>

        <tr>
          <td style="padding:8px 32px 24px;">
            <table role="presentation" cellpadding="0" cellspacing="0" border="0">
              <tr>
                <td bgcolor="#1f4e79" style="border-radius:4px;"><a href="{{ site.trackingUrl }}" target="_blank" style="display:inline-block;padding:12px 24px;color:#ffffff;font-weight:bold;text-decoration:none;">Track your shipment</a></td>
              </tr>
            </table>
          </td>
        </tr>
        <tr>
          <td style="padding:16px 32px 24px;border-top:1px solid #dde3e9;font-size:12px;line-height:18px;color:#5c6b7a;"><a href="{{ site.url }}" style="color:#1f4e79;">{{ site.url }}</a></td>
        </tr>
      </table>
    </td>
  </tr>
</table>
</body>
</html>
$html$),
('Password reset', 'Choose a new password', 'password-reset', $html$<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Password reset</title>
<style>@media only screen and (max-width:620px){.page{width:100% !important}}</style>
</head>
<body style="margin:0;padding:0;background-color:#f3f5f7;">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">Choose a new password</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f3f5f7">
  <tr>
    <td align="center" style="padding:24px 12px;">
      <table role="presentation" class="page" width="600" cellpadding="0" cellspacing="0" border="0" style="width:600px;background-color:#ffffff;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:22px;color:#24303c;">
        <tr>
          <td style="padding:24px 32px 8px;border-top:4px solid #1f4e79;"><h1 style="margin:0;font-size:20px;line-height:28px;color:#1f4e79;">Choose a new password</h1></td>
        </tr>
        <tr>
          <td style="padding:8px 32px;">
            <p style="margin:0 0 12px;">Dear {{ client.name }},</p>
            <p style="margin:0 0 12px;">a new password was asked for the account {{ client.email }}. The link below works once, within one hour.</p>
            <p style="margin:0 0 12px;">If it was not you, leave this mail alone: nothing changes.</p>
          </td>
        </tr>

        <tr>
          <td style="padding:8px 32px 24px;">
            <table role="presentation" cellpadding="0" cellspacing="0" border="0">
              <tr>
                <td bgcolor="#1f4e79" style="border-radius:4px;"><a href="{{ reset.url }}" target="_blank" style="display:inline-block;padding:12px 24px;color:#ffffff;font-weight:bold;text-decoration:none;">Choose a new password</a></td>
              </tr>
            </table>
          </td>
        </tr>
        <tr>
          <td style="padding:16px 32px 24px;border-top:1px solid #dde3e9;font-size:12px;line-height:18px;color:#5c6b7a;"><a href="{{ site.url }}" style="color:#1f4e79;">{{ site.url }}</a></td>
        </tr>
      </table>
    </td>
  </tr>
</table>
</body>
</html>
$html$);
