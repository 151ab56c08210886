import { type CSSVariablesResolver, createTheme, localStorageColorSchemeManager, rem } from '@mantine/core'
import { foldedFilter } from '#web/ui/form/folded-filter.ts'

const FONT = '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif'
const MONO = 'ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace'

/** The scheme: light, dark or the system's. public/before-app.js reads this key before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'quayside-color-scheme' })

// A dialog's head is a header element; outside a section it would count as a second page banner.
const NO_BANNER = { header: { role: 'presentation' } }

/** Dropdown lists render inside the page's landmarks, above scrolling content, and scroll on their own. */
const DROPDOWN = { withScrollArea: false, comboboxProps: { withinPortal: false, floatingStrategy: 'fixed' as const } }

/** One calm visual language: neutral surfaces, one accent (quay), 13 px tables and forms, WCAG AA colours. */
export const theme = createTheme({
  primaryColor: 'quay',
  primaryShade: 8,
  colors: {
    quay: [
      '#eef6fb',
      '#dbebf6',
      '#b5d5ea',
      '#86bbdd',
      '#62a8d4',
      '#3f93c8',
      '#2f86bf',
      '#2274ab',
      '#19659a',
      '#115485',
    ],
    gray: [
      '#f7f8f9',
      '#f0f2f4',
      '#e6e9ec',
      '#dde1e6',
      '#c9cfd6',
      '#98a1ac',
      '#5c6671',
      '#48515b',
      '#2f363d',
      '#1b2026',
    ],
    dark: [
      '#d9dde2',
      '#bcc3cb',
      '#98a2ad',
      '#6f7984',
      '#363c44',
      '#2a2f36',
      '#1d2126',
      '#15181c',
      '#101316',
      '#0b0d0f',
    ],
  },
  black: '#1b2026',
  fontFamily: FONT,
  fontFamilyMonospace: MONO,
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(20) },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: rem(3), sm: rem(5), md: rem(7), lg: rem(10), xl: rem(16) },
  defaultRadius: 'sm',
  headings: {
    fontFamily: FONT,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(20), lineHeight: '1.3' },
      h2: { fontSize: rem(16), lineHeight: '1.35' },
      h3: { fontSize: rem(14), lineHeight: '1.4' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    // Choosing the current option again changes nothing; optional fields are `clearable`.
    Select: { defaultProps: { ...DROPDOWN, allowDeselect: false, filter: foldedFilter } },
    MultiSelect: { defaultProps: { ...DROPDOWN, filter: foldedFilter } },
    Autocomplete: { defaultProps: { filter: foldedFilter } },
    TagsInput: { defaultProps: { filter: foldedFilter } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300, events: { hover: true, focus: true, touch: true } } },
    Modal: {
      defaultProps: {
        attributes: NO_BANNER,
        centered: true,
        // A fade, because a transform would clip dropdowns that open beyond the dialog's edge.
        transitionProps: { duration: 120, transition: 'fade' },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    Drawer: {
      defaultProps: {
        attributes: NO_BANNER,
        transitionProps: { duration: 140 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    Menu: { defaultProps: { transitionProps: { duration: 80 } } },
    Popover: { defaultProps: { transitionProps: { duration: 80 }, shadow: 'md' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    Skeleton: { defaultProps: { animate: false } },
  },
})

/** Colours of our own where Mantine's miss the contrast of WCAG AA. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--mantine-font-weight-medium': '500' },
  light: {
    '--mantine-color-text': 'var(--mantine-color-gray-9)',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-6)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-anchor': 'var(--mantine-color-quay-8)',
    '--mantine-color-disabled-color': 'var(--mantine-color-gray-6)',
  },
  dark: {
    '--mantine-color-text': 'var(--mantine-color-dark-0)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': 'var(--mantine-color-red-5)',
    '--mantine-color-anchor': 'var(--mantine-color-quay-3)',
    '--mantine-color-disabled-color': 'var(--mantine-color-dark-2)',
  },
})
