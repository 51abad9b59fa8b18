const line = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/** The drawings that `Icon` shows: a document holds each of them once. */
export function Drawings() {
  return (
    <svg width="0" height="0" aria-hidden="true" className="drawings">
      <defs>
        <symbol id="i-star" viewBox="-50 -50 100 100">
          <path
            fill="none"
            stroke="currentColor"
            strokeWidth="4"
            strokeLinejoin="round"
            d="M0-46 13.5-32.5h19v19L46 0 32.5 13.5v19h-19L0 46-13.5 32.5h-19v-19L-46 0-32.5-13.5v-19h19Z"
          />
          <path
            fill="currentColor"
            d="M0-20 6-14.2h8.2V-6L20 0l-5.8 6v8.2H6L0 20l-6-5.8h-8.2V6L-20 0l5.8-6v-8.2H-6Z"
          />
        </symbol>
        <symbol id="i-menu" viewBox="0 0 24 24" {...line}>
          <path d="M4 7h16M4 12h16M4 17h16" />
        </symbol>
      </defs>
    </svg>
  );
}
