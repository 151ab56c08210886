// Measures the width that every page reserves for the scroll bar, so that the page does not move when something opens over
// it. The width depends on the zoom.
function measure(): void {
  if (document.body.hasAttribute('data-scroll-locked')) return
  document.documentElement.style.setProperty('--qs-gutter', `${window.innerWidth - document.body.offsetWidth}px`)
}

measure()
window.addEventListener('resize', measure)
