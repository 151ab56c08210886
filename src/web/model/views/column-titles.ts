import { createContext, useContext } from 'react'

/** Titles of the columns of the list on screen, by id. */
export const ColumnTitles = createContext<Record<string, string>>({})
export const useColumnTitles = () => useContext(ColumnTitles)
