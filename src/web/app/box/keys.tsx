import classes from './box.module.css'

/** Keys as they are printed on a keyboard: 'g o' is two, one after the other. */
export const Keys = ({ keys }: { keys: string }) => (
  <span className={classes.keys}>
    {keys.split(' ').map((key) => (
      <kbd key={key} className={classes.key}>
        {key.toUpperCase() === key.toLowerCase() || key.length > 1 ? key : key.toUpperCase()}
      </kbd>
    ))}
  </span>
)
