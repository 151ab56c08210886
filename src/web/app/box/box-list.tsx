import {
  IconAnchor,
  IconArrowRight,
  IconArticle,
  IconBolt,
  IconBuildingCommunity,
  IconBuildingWarehouse,
  IconFlag2,
  IconLayoutList,
  IconMail,
  IconMapPins,
  IconPackage,
  IconPuzzle,
  IconReceipt2,
  IconSailboat,
  IconShip,
  IconTimelineEvent,
  IconTruck,
  IconUser,
} from '@tabler/icons-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import classes from './box.module.css'
import type { BoxRow, BoxSection } from './box-rows.ts'
import { Keys } from './keys.tsx'

const ICONS: Record<BoxRow['kind'], typeof IconShip> = {
  order: IconPackage,
  client: IconUser,
  offer: IconReceipt2,
  sailing: IconSailboat,
  article: IconArticle,
  template: IconMail,
  block: IconPuzzle,
  port: IconAnchor,
  city: IconBuildingCommunity,
  vessel: IconShip,
  carrier: IconFlag2,
  place: IconMapPins,
  depot: IconBuildingWarehouse,
  cartage: IconTruck,
  event: IconTimelineEvent,
  page: IconArrowRight,
  action: IconBolt,
  codes: IconLayoutList,
}

interface OptionsProps {
  chosen: BoxRow | undefined
  onChoose: (row: BoxRow) => void
  onOpen: (row: BoxRow, newTab: boolean) => void
}

/** The id of a row's element, for aria-activedescendant. */
export const optionId = ({ key }: BoxRow) => `box ${key}`.replaceAll(/[^\w-]/g, '-')

export function Option({ row, chosen, onChoose, onOpen }: OptionsProps & { row: BoxRow }) {
  const place = useRef<HTMLDivElement>(null)
  const selected = row === chosen
  const Icon = ICONS[row.kind]
  useEffect(() => {
    if (selected) place.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  const open = (event: MouseEvent) => onOpen(row, event.ctrlKey || event.metaKey || event.button === 1)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the same
    <div
      ref={place}
      id={optionId(row)}
      role="option"
      aria-selected={selected}
      className={classes.option}
      // The press must not take the focus from the field.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => selected || onChoose(row)}
      onClick={open}
      onAuxClick={open}
    >
      <Icon size={18} stroke={1.6} aria-hidden className={classes.icon} />
      <span className={classes.text}>
        <span className={classes.label}>{row.label}</span>
        {row.detail && <span className={classes.detail}>{row.detail}</span>}
      </span>
      {row.matched && <span className={classes.matched}>{row.matched}</span>}
      {row.keys && <Keys keys={row.keys} />}
    </div>
  )
}

/** The groups below, each under its title. */
export function Sections({ sections, ...options }: OptionsProps & { sections: readonly BoxSection[] }) {
  return sections.map(({ key, title, rows, more }) => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
    <div key={key} role="group" aria-labelledby={`box-group-${key}`} className={classes.group}>
      <div id={`box-group-${key}`} className={classes.title}>
        {title}
      </div>
      {rows.map((row) => (
        <Option key={row.key} row={row} {...options} />
      ))}
      {more && (
        <div className={classes.more} role="presentation">
          {more}
        </div>
      )}
    </div>
  ))
}
