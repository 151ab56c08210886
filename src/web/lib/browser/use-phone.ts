import { useMediaQuery } from '@mantine/hooks'

const PHONE = '(max-width: 480px)'

/** True on a screen as narrow as a phone's: choices stack, and tables are cards, fewer at first. */
export const usePhone = () => useMediaQuery(PHONE, window.matchMedia(PHONE).matches, { getInitialValueInEffect: false })
