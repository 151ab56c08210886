/** The mark: a quay crane, its load and the water. Decorative; the name appears beside it. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <rect width="24" height="24" rx="6" fill="var(--mantine-color-quay-8)" />
      <g stroke="#fff" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round">
        <path d="M8.5 4.5v11.2M4.8 8.2h14.4M8.5 4.5l7.7 3.7" />
        <path d="M15.8 8.4v2.2" />
        <path d="M4.4 18.6c1.3 0 1.3-1 2.55-1s1.25 1 2.5 1 1.3-1 2.55-1 1.25 1 2.5 1 1.3-1 2.55-1 1.25 1 2.55 1" />
      </g>
      <rect x="13.4" y="10.8" width="4.8" height="3.4" rx="0.7" fill="#fff" />
    </svg>
  )
}
