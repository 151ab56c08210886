// What happy-dom lacks: Mantine's auto-sizing text areas listen for fonts to finish loading.
if (!('fonts' in document)) Object.assign(document, { fonts: new EventTarget() })
