/** The logo of /icon.svg, inline to save a request. */
export function Logo({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#2a5f1c" />
      <path
        d="M6 25c8-1 12-4 20-16M6 19c6-1 9-3 15-12M12 27c6-2 10-5 15-11"
        fill="none"
        stroke="#faf7f0"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
