// Measures the place that every page keeps free for the scroll bar: what opens over a page covers it, and the page stays
// where it is. Other zooms have other widths.
function measure(): void {
  if (document.body.hasAttribute('data-scroll-locked')) return
  document.documentElement.style.setProperty('--qs-gutter', `${window.innerWidth - document.body.offsetWidth}px`)
}

measure()
window.addEventListener('resize', measure)
