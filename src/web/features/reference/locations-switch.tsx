import { IconBuildingCommunity, IconList } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './locations.module.css'

/** The switch between the list of locations and the one by city. */
export function LocationsSwitch() {
  return (
    <nav className={classes.switch} aria-label="Views of pick-up locations">
      <Link to="/locations" activeOptions={{ exact: true, includeSearch: false }}>
        <IconList size={16} aria-hidden />
        List
      </Link>
      <Link to="/locations/by-city" activeOptions={{ exact: true, includeSearch: false }}>
        <IconBuildingCommunity size={16} aria-hidden />
        By city
      </Link>
    </nav>
  )
}
