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
        <symbol id="i-pin" viewBox="0 0 24 24" {...line}>
          <path d="M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21Zm2.5-11.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z" />
        </symbol>
        <symbol id="i-globe" viewBox="0 0 24 24" {...line}>
          <path d="M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM3 12h18M12 3c5 5.5 5 12.5 0 18-5-5.5-5-12.5 0-18Z" />
        </symbol>
      </defs>
    </svg>
  );
}
