/** A fault that is planted into the app to see that a test finds it. */
export type PlantedFault = {
  /** The file, from src/main/java/com/thumba/wallet. */
  file: string;
  /** Text that the file has once, and what stands there with the fault. */
  from: string;
  to: string;
  /** The test that must fail, as Class.method. */
  test: string;
  /** The version of Android on which it is tried, 34 if it is missing. */
  api?: 26 | 30 | 34 | 36;
};

export const plantedFaults: readonly PlantedFault[] = [
  {
    file: 'bridge/Bridge.java',
    from: '!origin.equals(sourceOrigin)',
    to: 'sourceOrigin == null',
    test: 'BridgeTest.aForeignOriginAndAFrameGetNoAnswer',
  },
  {
    file: 'bridge/Bridge.java',
    from: '!isMainFrame || ',
    to: '',
    test: 'BridgeTest.aForeignOriginAndAFrameGetNoAnswer',
  },
];
