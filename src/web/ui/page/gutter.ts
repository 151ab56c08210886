// The gutter is the width that every page reserves for the scroll bar, so that the page does not move when
// something opens over it. It depends on the zoom, so it is measured.
function measure(): void {
  if (document.body.hasAttribute('data-scroll-locked')) return
  document.documentElement.style.setProperty('--qs-gutter', `${window.innerWidth - document.body.offsetWidth}px`)
}

measure()
window.addEventListener('resize', measure)
