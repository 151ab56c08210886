export const SLOT_NAMES = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth'] as const

/** 'Third' of 3. */
export const slotName = (slot: number) => SLOT_NAMES[slot - 1] ?? String(slot)
