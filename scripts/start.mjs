import './lib/check-node.mjs'

// `npm start` installs and builds what is missing, then runs the server until it is asked to stop.
void import('./lib/supervise.mjs').then(({ supervise }) => supervise())
