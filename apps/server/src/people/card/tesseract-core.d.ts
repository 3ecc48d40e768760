/** The little that is used here of a package that brings no types. */
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  export type Recognition = {
    Init(dataPath: null, language: string, engine: number): number;
    SetVariable(name: string, value: string): boolean;
    /** Reads the picture in the file `/input`. Answers 1 if it is none. */
    SetImageFile(orientation: number, angle: number): number;
    Recognize(monitor: null): number;
    /** A table with one line for each block, line and word, with tabs between its columns. */
    GetTSVText(page: number): string;
    Clear(): void;
  };
  export type Recogniser = {
    FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void };
    TessBaseAPI: new () => Recognition;
  };
  export type OpenRecogniser = (options: {
    wasmBinary: Uint8Array;
    print(text: string): void;
    printErr(text: string): void;
  }) => Promise<Recogniser>;
}
