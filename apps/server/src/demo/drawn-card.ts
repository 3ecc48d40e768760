/** A picture of an identity card, as a data URL. It shows only what the demo borrower types in. */
export async function drawnCard(person: {
  firstName: string;
  lastName: string;
  idNumber: string;
}): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="860" height="540">
    <rect width="860" height="540" rx="28" fill="#dcebe3"/>
    <rect x="40" y="130" width="220" height="280" rx="12" fill="#cfc6b8"/>
    <text x="40" y="80" font-size="36" font-family="sans-serif" fill="#0a3a2b">DEMONSTRATION CARD</text>
    <text x="300" y="190" font-size="34" font-family="sans-serif" fill="#14201b">${person.firstName} ${person.lastName}</text>
    <text x="300" y="260" font-size="34" font-family="sans-serif" fill="#14201b">${person.idNumber}</text>
  </svg>`;
  // A server that draws no demo cards does not load the library.
  const { default: sharp } = await import('sharp');
  const jpeg = await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}
