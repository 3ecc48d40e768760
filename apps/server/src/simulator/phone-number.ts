export type Operator = 'mtn' | 'airtel' | 'zamtel';
export type Network = Operator | 'other';

const MOBILE_PATTERN = /^0(?:[59][5-8]|7[5-9])\d{7}$/;

const networkByPrefix: Record<string, Network> = {
  '096': 'mtn',
  '076': 'mtn',
  '097': 'airtel',
  '077': 'airtel',
  '057': 'airtel',
  '095': 'zamtel',
  '075': 'zamtel',
};

export function isMobile(text: string): boolean {
  return MOBILE_PATTERN.test(text);
}

export function networkOf(mobile: string): Network {
  return networkByPrefix[mobile.slice(0, 3)] ?? 'other';
}

export function mobileFromMsisdn(msisdn: string): string | undefined {
  const digits = msisdn.replace(/^\+/, '');
  const mobile = digits.startsWith('260') ? `0${digits.slice(3)}` : digits;
  return isMobile(mobile) ? mobile : undefined;
}
