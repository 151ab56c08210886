import { useMediaQuery } from '@mantine/hooks'

const PHONE = '(max-width: 480px)'

/** True on a screen as narrow as a phone's: choices stand below each other, and tables, as cards, begin with fewer rows. */
export const usePhone = () => useMediaQuery(PHONE, window.matchMedia(PHONE).matches, { getInitialValueInEffect: false })
