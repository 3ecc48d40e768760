import { nameBrowser } from './device.ts';

type Hints = {
  brands: readonly { brand: string }[];
  getHighEntropyValues(names: readonly 'model'[]): Promise<{ model?: string }>;
};

/** Learns the model of the phone, or at least the name of the browser. */
export async function learnBrand(): Promise<void> {
  const { userAgent, userAgentData: hints } = navigator as Navigator & { userAgentData?: Hints };
  const names = hints?.brands.map(({ brand }) => brand) ?? userAgent.match(/Firefox|Safari/) ?? [];
  // Chromium browsers add the name of their engine and a made-up one, such as "Not)A;Brand".
  nameBrowser(names.find((name) => !/^Not|^Chromium/.test(name)) ?? '');
  const told = await hints?.getHighEntropyValues(['model']).catch(() => undefined);
  if (told?.model) nameBrowser(told.model);
}
