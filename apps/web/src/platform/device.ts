type BrandedNavigator = Navigator & { userAgentData?: { platform?: string } };

/** What kind of phone this is, as far as the browser says. */
export function deviceBrand(): string {
  return (navigator as BrandedNavigator).userAgentData?.platform || 'h5';
}
