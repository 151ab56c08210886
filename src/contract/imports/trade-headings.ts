import { fold } from '#contract/lib/fold.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { plainForm } from '#contract/lib/text.ts'
import type { ImportKind } from './import-fields.ts'

/** Kinds of file whose columns are known by their headings. */
export type HeadedFile = ImportKind | 'freight' | 'delivery' | 'locations'

/** Headings of a person or company, whose column stands in files of clients and of orders. */
const COMPANY =
  'company; companyname; client; customer; clientname; customername; account; firm; firma; firmenname; unternehmen; kunde; kundenname; societe; entreprise; raisonsociale; 公司; 客户'
const ADDRESS = 'address; anschrift; adresse; firmenadresse; firmenanschrift; kundenadresse; adressedelasociete'
const MAIL = 'mail; emailaddress; emailid; contactemail; mailadresse; emailadresse; courriel; adressemail; adresseemail'
const PHONE =
  'tel; telno; telephone; telephonenumber; phoneno; phonenumber; contactphone; mobile; telefon; telefonnummer; telefonnr; mobil; handy; numerodetelephone'
const PERSON = 'contact; contactname; contactperson; ansprechpartner; kontakt; kontaktperson; personnedecontact'

/**
 * Headings by which lists of the trade, and our own exported lists, call a field, in English, German, French and
 * some Chinese: folded, without spaces and signs. None of them is the label of another field.
 */
const TRADE_HEADINGS: Readonly<Record<HeadedFile, Readonly<Record<string, string>>>> = {
  clients: {
    username: `name; fullname; user; ${PERSON}; nom`,
    companyName: COMPANY,
    email: MAIL,
    phone: PHONE,
    companyAddress: ADDRESS,
    canadianBusinessNumber: 'businessnumber; businessno; bn; cbn; numerodentreprise',
  },
  orders: {
    trackingCode:
      'code; tracking; trackingno; trackingnr; trackingnumber; trackingid; shipmentnumber; shipmentno; sendungsnummer; sendungsnr; sendungscode; suivi; numerodesuivi; ndesuivi; codedesuivi',
    clientEmail:
      'clientmail; clientsemail; clientemailaddress; customeremail; customermail; customeremailaddress; emailclient; emailcustomer; kundenemail; kundenmail; emailkunde; emailclients; emailduclient; courrielclient; courrielduclient',
    created:
      'created; createdat; booked; bookingdate; orderdate; datum; auftragsdatum; buchungsdatum; bestelldatum; datedecommande; datedereservation',
    transportationMode: 'mode; transportmode; modeoftransport; fcllcl; lclfcl; loadtype; transportart; modedetransport',
    shipmentTradeTerms:
      'terms; tradeterms; tradeterm; incoterm; incoterms; lieferbedingung; lieferbedingungen; conditions; conditionsdelivraison',
    shipmentOriginPort: 'from; shipfrom; pickup; pickuplocation; von; ab; abgangsort; herkunft; origine; depuis',
    shipmentDestination: 'to; dest; shipto; finaldestination; nach; ziel; zielort; bestimmungsort; vers',
    shipmentVolume:
      'volume; vol; cbm; cbms; m3; totalvolume; totalcbm; cubicmeters; cubicmetres; cubicmeter; volumen; gesamtvolumen; kubikmeter; volumetotal; 体积',
    shipmentWeight:
      'weight; kg; kgs; kilos; kilograms; gw; wt; grossweight; grosswt; totalweight; totalkg; gewicht; gesamtgewicht; bruttogewicht; poids; poidsbrut; poidstotal; 重量; 毛重',
    cargoInsurance: 'insurance; insured; versicherung; transportversicherung; assurance',
    customBrokerage: 'customs; brokerage; customsclearance; verzollung; zollabwicklung; dedouanement',
    shipmentValue:
      'value; cargovalue; goodsvalue; declaredvalue; invoicevalue; commercialvalue; warenwert; wert; valeur; valeurdeclaree; valeurmarchandise',
    estimatedTransportation:
      'price; quote; transportcosts; transportprice; shippingcost; freightcost; preis; transportkosten; frachtkosten; frachtpreis; prix; prixdutransport; coutdutransport',
    yourName: `${PERSON}; nom`,
    companyName: COMPANY,
    companyAddress: ADDRESS,
    email: MAIL,
    phone: PHONE,
    shipmentDescription:
      'goods; description; goodsdescription; commodity; cargo; cargodescription; ware; waren; warenbeschreibung; beschreibung; bezeichnung; marchandise; marchandises; designation; descriptiondelamarchandise; 品名',
    shipmentPurchase:
      'po; pono; ponr; ponumber; pos; purchaseorder; purchaseorderno; purchaseordernumber; clientpo; customerpo; bestellung; bestellnummer; bestellnr; commande; bondecommande; numerodecommande; ndecommande',
    suppliersInvoiceNumber:
      'invoice; invoiceno; invoicenr; invoicenumber; supplierinvoice; supplierinvoiceno; supplierinvoicenumber; rechnung; rechnungsnummer; rechnungsnr; lieferantenrechnung; facture; numerodefacture; nfacture; ndefacture',
    otherReferenceUsed:
      'ref; refs; refno; refnr; reference; references; referenceno; referencenumber; otherreference; ourref; yourref; clientref; clientreference; customerref; customerreference; referenz; referenznummer; kundenreferenz; referenceclient; notrereference; votrereference',
    companyNameShipper:
      'shipper; shippername; shippercompany; supplier; suppliername; suppliercompany; vendor; vendorname; manufacturer; factory; lieferant; lieferantenname; absender; versender; hersteller; fournisseur; expediteur; 供应商; 发货人',
    companyAddressShipper:
      'shipperaddress; supplieraddress; vendoraddress; factoryaddress; lieferantenadresse; lieferantenanschrift; absenderadresse; adressefournisseur; adressedufournisseur',
    namePersonCharge:
      'shippercontact; suppliercontact; vendorcontact; shipperperson; ansprechpartnerlieferant; contactfournisseur',
    emailShipper:
      'shipperemail; shippermail; supplieremail; suppliermail; vendoremail; emailsupplier; lieferantenemail; emaillieferant; emailfournisseur; courrielfournisseur',
    phoneShipper:
      'shipperphone; supplierphone; vendorphone; shippertel; suppliertel; telefonlieferant; lieferantentelefon; telephonefournisseur',
    amazonRefId: 'amazonref; amazonreference; amazonreferenceid; fbaref; fbareference',
    shipmentId: 'fba; fbaid; fbashipmentid; fbashipment; amazonshipmentid',
    merchantName: 'merchant; seller; sellername; amazonseller',
    originDepot: 'depot; cfs; warehouse; origincfs; originwarehouse; lager; abgangslager; entrepot',
    event: 'currentevent; lastevent; ereignis; evenement; dernierevenement',
    eventDate: 'lastupdate; lasteventdate; ereignisdatum; dateevenement; datedelevenement',
    inCharge: 'handledby; responsible; sachbearbeiter; zustandig; zustaendig; bearbeiter; responsable',
    placeOfReceipt: 'por; receiptplace; ubernahmeort; lieudereception',
    portOfLoading:
      'pol; loadingport; loadport; originport; departureport; portoforigin; ladehafen; verladehafen; abgangshafen; portdechargement; portdedepart; 起运港; 装货港',
    portOfDischarge:
      'pod; dischargeport; destinationport; arrivalport; portofdestination; entladehafen; loschhafen; loeschhafen; zielhafen; ankunftshafen; portdedechargement; portdarrivee; 目的港; 卸货港',
    placeOfDelivery: 'deliveryplace; lieferort; ablieferungsort; lieudelivraison',
    cargoReadyAt: 'cargoreadydate; readydate; crd; warebereit; warenbereitschaft; bereitstellung; bereitstellungsdatum',
    cargoCutOffAt: 'cutoff; cargocutoffdate; cfscutoff; cargoclosing; closing; ladeschluss; annahmeschluss',
    documentationCutOffAt:
      'doccutoff; docscutoff; documentcutoff; documentscutoff; sicutoff; siclosing; docclosing; dokumentenschluss',
    estimatedTimeOfDepartureAt:
      'etd; departure; departuredate; estimateddeparture; sailingdate; abfahrt; abfahrtsdatum; abgang; depart; datededepart; departprevu',
    actualTimeOfDepartureAt: 'atd; actualdeparture; actualdeparturedate; tatsachlicheabfahrt; departeffectif',
    portEstimatedTimeOfArrivalAt:
      'eta; arrival; arrivaldate; estimatedarrival; etaport; porteta; etapod; ankunft; ankunftsdatum; arrivee; datedarrivee; arriveeprevue',
    portActualTimeOfArrivalAt:
      'ata; actualarrival; actualarrivaldate; ataport; portata; tatsachlicheankunft; arriveeeffective',
    placeEstimatedTimeOfArrivalAt:
      'etaplace; placeeta; etadelivery; deliverydate; lieferdatum; liefertermin; datedelivraison',
    placeActualTimeOfArrivalAt: 'ataplace; placeata; delivereddate; deliveredon; livrele',
    vessel: 'vesselname; ship; shipname; schiff; schiffsname; navire; 船名',
    vesselVoyage: 'voyage; voyageno; voyagenr; voyagenumber; voy; reise; reisenummer; reisenr; numerodevoyage; 航次',
  },
  freight: {
    tier: 'ratetier; zone; level; stufe; tarifstufe; preisstufe; niveau; palier',
    dest: 'destination; destinationcode; destcode; to; code; ziel; zielcode; zielort; bestimmungsort; vers',
    cbm: 'm3; percbm; perm3; cbmrate; ratecbm; ratepercbm; pricecbm; pricepercbm; priceperm3; usdcbm; usdm3; usdpercbm; volume; procbm; prom3; jecbm; jem3; preiscbm; preisprocbm; preisprom3; preisjecbm; preisjem3; volumen; parm3; prixparm3; prixparcbm',
    mt: 'ton; tonne; tonnes; perton; pertonne; permt; mtrate; ratemt; ratepermt; rateperton; pricemt; pricepermt; priceperton; usdmt; usdton; usdperton; metricton; weight; proton; protonne; jetonne; preistonne; preisprotonne; preisjetonne; gewicht; partonne; prixpartonne; poids',
  },
  delivery: {
    depot:
      'origin; origindepot; origincfs; from; cfs; warehouse; lager; abgangslager; von; abgangsort; entrepot; origine; depuis',
    cartage:
      'destination; dest; to; deliveryarea; deliverto; area; zone; ziel; zielort; nach; zustellgebiet; zonedelivraison; vers',
    days: 'day; transit; transitdays; transittime; deliverytime; deliverydays; leadtime; tage; laufzeit; lieferzeit; transitzeit; jours; delai; delaidelivraison',
  },
  locations: {
    cityId: 'city; location; pickuplocation; place; stadt; ort; abholort; ville; lieu',
    depotId: 'depotname; cfs; warehouse; lager; entrepot',
    precarFixed: 'fixed; fixedfee; fix; fixkosten; grundgebuhr; fixe; fraisfixes',
    precarVar: 'variable; variablefee; var; variabel; fraisvariables',
    precarVarMin: 'minimum; min; minimumfee; varmin; mindestgebuhr; mindestbetrag',
    visibility: 'visible; shown; sichtbar; sichtbarkeit; visibilite',
  },
}

/** Units that stand beside the name of a field, and the fields that are in them: 'Gewicht (kg)', 'Value USD'. */
const UNITS: Readonly<Record<string, readonly string[]>> = {
  kg: ['shipmentWeight'],
  kgs: ['shipmentWeight'],
  cbm: ['shipmentVolume', 'cbm'],
  m3: ['shipmentVolume', 'cbm'],
  mt: ['mt'],
  usd: ['shipmentValue', 'estimatedTransportation', 'cbm', 'mt'],
}

const partsOf = (heading: string) =>
  fold(plainForm(heading))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
const plain = (heading: string) => partsOf(heading).join('')

/** The field of each heading of a kind of file. */
const fieldsByHeading = new Map<HeadedFile, ReadonlyMap<string, string>>()
function headingsOf(kind: HeadedFile): ReadonlyMap<string, string> {
  const known = fieldsByHeading.get(kind)
  if (known) return known
  const fields = keysOf(TRADE_HEADINGS[kind]).flatMap((field) =>
    (TRADE_HEADINGS[kind][field] ?? '').split(';').map((name) => [plain(name), field] as const),
  )
  const made = new Map(fields)
  fieldsByHeading.set(kind, made)
  return made
}

/**
 * The field that a heading of the trade probably means, also with the field's unit behind it; null for none. A file
 * may have another column that names the field by its label: that one wins.
 */
export function fieldInTrade(kind: HeadedFile, heading: string): string | null {
  const headings = headingsOf(kind)
  const parts = partsOf(heading)
  const found = headings.get(parts.join(''))
  if (found || parts.length < 2) return found ?? null
  const inUnit = headings.get(parts.slice(0, -1).join(''))
  const unit = UNITS[parts.at(-1) ?? '']
  return inUnit && unit?.includes(inUnit) ? inUnit : null
}

/** The field whose label or key a heading is, whatever its case, accents and signs; null for none. */
export function fieldByLabel(labels: Readonly<Record<string, string>>, heading: string): string | null {
  const wanted = plain(heading)
  if (wanted === '') return null
  return keysOf(labels).find((key) => plain(labels[key] ?? '') === wanted || plain(key) === wanted) ?? null
}
