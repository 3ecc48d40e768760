/** The mark of the product: a pocket. */
export function BrandMark() {
  return (
    <svg width="22" height="22" viewBox="0 0 30 30" aria-hidden="true">
      <rect width="30" height="30" rx="8" fill="#b8561a" />
      <path d="M11.5 11V9.6a3.5 3.5 0 0 1 7 0V11" fill="none" stroke="#fff" strokeWidth="1.8" />
      <rect x="8" y="10.6" width="14" height="12.4" rx="2.6" fill="#fff" />
    </svg>
  );
}
