import type { Person } from './people.ts'

/** Names that are spelled out; further people are counted. */
const NAMED = 2

/** 'Tom', 'Tom and Ann', 'Tom, Ann and 3 others'. */
function namesOf(people: readonly Person[]): string {
  const names = people.slice(0, NAMED).map(({ name }) => name)
  const more = people.length - names.length
  if (more > 0) return `${names.join(', ')} and ${more === 1 ? '1 other' : `${more} others`}`
  return names.join(' and ')
}

/** 'Marta is editing Shipment, Tom and Ann are here'; '' for nobody. */
export function presenceWords(others: readonly Person[], verb = 'editing'): string {
  const editing = others.filter(({ mode }) => mode === 'edit')
  const here = others.filter(({ mode }) => mode === 'view')
  return [
    ...editing.map(({ name, part }) => `${name} is ${verb}${part ? ` ${part}` : ''}`),
    ...(here.length > 0 ? [`${namesOf(here)} ${here.length === 1 ? 'is' : 'are'} here`] : []),
  ].join(', ')
}
