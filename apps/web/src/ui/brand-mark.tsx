/** The pocket: the mark of the product. */
export function BrandMark({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 30 30" aria-hidden="true">
      <rect width="30" height="30" rx="8" fill="var(--copper-600)" />
      <path d="M11.5 11V9.6a3.5 3.5 0 0 1 7 0V11" fill="none" stroke="var(--on-dark)" strokeWidth="1.8" />
      <rect x="8" y="10.6" width="14" height="12.4" rx="2.6" fill="var(--on-dark)" />
    </svg>
  );
}
