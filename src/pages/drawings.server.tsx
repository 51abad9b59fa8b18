const line = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/** The drawings that `Icon` and `Arch` show: a document holds each of them once. */
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
        <pattern id="i-girih" width="96" height="96" patternUnits="userSpaceOnUse">
          <path
            fill="none"
            stroke="#e7d3a4"
            strokeWidth="1.4"
            d="M48 4 61 17h18v18l13 13-13 13v18H61L48 92 35 79H17V61L4 48l13-13V17h18ZM0 0l17 17M96 0 79 17M0 96l17-17M96 96 79 79M48 4V-8M48 92v12M4 48H-8M92 48h12M48 24l7 7h10v10l7 7-7 7v10H55l-7 7-7-7H31V55l-7-7 7-7V31h10Z"
          />
        </pattern>
        <clipPath id="arch-shape">
          <path d="M30 490V250C30 150 110 90 200 20c90 70 170 130 170 230v240Z" />
        </clipPath>
        <symbol id="i-arch" viewBox="0 0 400 500">
          <g clipPath="url(#arch-shape)">
            <path fill="#0f4d3f" d="M0 0h400v500H0z" />
            <path fill="url(#i-girih)" opacity=".32" d="M0 0h400v500H0z" />
            <path fill="#0a3830" d="M90 490V285c0-70 52-112 110-160 58 48 110 90 110 160v205Z" />
          </g>
          <g fill="none" stroke="#e7c77f">
            <path strokeWidth="2.5" d="M30 490V250C30 150 110 90 200 20c90 70 170 130 170 230v240Z" />
            <path strokeOpacity=".4" d="M46 490V254c0-88 70-142 154-208 84 66 154 120 154 208v236" />
            <path
              strokeOpacity=".7"
              strokeWidth="1.5"
              d="M90 490V285c0-70 52-112 110-160 58 48 110 90 110 160v205M200 128v84"
            />
            <path strokeOpacity=".35" strokeWidth="1.5" d="M120 420h160M120 436h160M140 452h120" />
          </g>
          <g color="#e7c77f">
            <use href="#i-star" x="160" y="210" width="80" height="80" />
          </g>
        </symbol>
        <symbol id="i-menu" viewBox="0 0 24 24" {...line}>
          <path d="M4 7h16M4 12h16M4 17h16" />
        </symbol>
        <symbol id="i-close" viewBox="0 0 24 24" {...line}>
          <path d="m6 6 12 12M18 6 6 18" />
        </symbol>
        <symbol id="i-search" viewBox="0 0 24 24" {...line}>
          <path d="M18 11a7 7 0 1 1-14 0 7 7 0 0 1 14 0Zm2 9-4-4" />
        </symbol>
        <symbol id="i-pin" viewBox="0 0 24 24" {...line}>
          <path d="M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21Zm2.5-11.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z" />
        </symbol>
        <symbol id="i-previous" viewBox="0 0 24 24" {...line}>
          <path d="m15 5-7 7 7 7" />
        </symbol>
        <symbol id="i-next" viewBox="0 0 24 24" {...line}>
          <path d="m9 5 7 7-7 7" />
        </symbol>
        <symbol id="i-chevron" viewBox="0 0 24 24" {...line}>
          <path d="m6 9 6 6 6-6" />
        </symbol>
        <symbol id="i-filter" viewBox="0 0 24 24" {...line}>
          <path d="M4 6h16M7 12h10M10 18h4" />
        </symbol>
        <symbol id="i-globe" viewBox="0 0 24 24" {...line}>
          <path d="M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM3 12h18M12 3c5 5.5 5 12.5 0 18-5-5.5-5-12.5 0-18Z" />
        </symbol>
      </defs>
    </svg>
  );
}
