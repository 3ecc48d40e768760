const givenNames = ['Mutinta', 'Chanda', 'Bwalya', 'Mwansa', 'Luyando', 'Thandiwe', 'Kondwani', 'Namwinga'];
const familyNames = ['Banda', 'Phiri', 'Mwale', 'Tembo', 'Zulu', 'Mulenga', 'Hamoonga', 'Sakala'];

export function holderNames(msisdn: string): { givenName: string; familyName: string } {
  const index = Number(msisdn.slice(-4));
  return {
    givenName: givenNames[index % givenNames.length]!,
    familyName: familyNames[Math.trunc(index / givenNames.length) % familyNames.length]!,
  };
}
