/** The mihrab of the hero: an outer arch filled with the girih pattern, a dark niche, and a hanging star. */
export function Arch({ className }: { className: string }) {
  return (
    <svg
      className={`h-auto ${className}`}
      viewBox="0 0 400 500"
      width="160"
      height="200"
      fill="none"
      aria-hidden="true"
    >
      <use href="#i-arch" />
    </svg>
  );
}
