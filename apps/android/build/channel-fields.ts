/** What the lender copies from the build to the fields of a channel in the console, named as there. */
export function channelFieldsOf(versionCode: number, sha256: string): string[] {
  return [
    '  for the console, Channels:',
    `    Version code of the app file   ${versionCode}`,
    `    SHA-256 of the app file        ${sha256}`,
  ];
}
