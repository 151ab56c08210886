/** Urgency of rules in words. */
export const SEVERITY_LABELS = [
  { value: '1', label: 'Low' },
  { value: '2', label: 'Normal' },
  { value: '3', label: 'Urgent' },
]
