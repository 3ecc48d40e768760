/**
 * A part of a document that is drawn below the part before it. Heights are known before anything is drawn, so that a
 * heading, a line of small print or the code of a paper never stands alone on a page.
 */
export type Block = {
  /** `below` is the height of what has to stand on the page of its last piece. */
  draw(below: number): void;
  /** The height of its first piece, with `below` where that piece is also the last. */
  firstHeight(below: number): number;
  /** Its first piece stands on the page where the block before it ends. */
  followsClosely?: boolean;
  /** Its last piece stands on the page where the next block begins. */
  leads?: boolean;
};

export function drawBlocks(blocks: readonly Block[]): void {
  // From the last to the first, because what follows a block decides how much room its last piece needs.
  const below = blocks.map(() => 0);
  for (let index = blocks.length - 2; index >= 0; index -= 1) {
    const next = blocks[index + 1]!;
    if (blocks[index]!.leads || next.followsClosely) below[index] = next.firstHeight(below[index + 1]!);
  }
  blocks.forEach((block, index) => {
    block.draw(below[index]!);
  });
}
