// What happy-dom lacks and components ask for: Mantine's growing text areas listen for fonts that finish loading.
if (!('fonts' in document)) Object.assign(document, { fonts: new EventTarget() })
