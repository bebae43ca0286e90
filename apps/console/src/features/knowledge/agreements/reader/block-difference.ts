export interface Block {
  /** The positions in both texts. */
  key: string;
  kind: 'SAME' | 'ADDED' | 'REMOVED';
  text: string;
}

/** The words of each paragraph, heading and entry of a list. */
export function blocksOf(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.querySelectorAll('p, h1, h2, h3, h4, li, pre')]
    .filter((element) => element.querySelector('p') === null)
    .map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' ').trim() ?? '')
    .filter((text) => text !== '');
}

/** For each pair of positions the number of blocks that the rests of both texts have in common, in order. */
function commonBlocks(before: readonly string[], after: readonly string[]): number[][] {
  const lengths = Array.from({ length: before.length + 1 }, () =>
    Array.from({ length: after.length + 1 }, () => 0),
  );
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      lengths[i]![j] =
        before[i] === after[j]
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  return lengths;
}

/** What was added to a text and removed from it, by paragraph: the longest common sequence stays. */
export function blockDifference(before: readonly string[], after: readonly string[]): Block[] {
  const common = commonBlocks(before, after);
  const blocks: Block[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const key = `${i} ${j}`;
    if (i < before.length && j < after.length && before[i] === after[j]) {
      blocks.push({ key, kind: 'SAME', text: after[j]! });
      i += 1;
      j += 1;
    } else if (j >= after.length || (i < before.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      blocks.push({ key, kind: 'REMOVED', text: before[i]! });
      i += 1;
    } else {
      blocks.push({ key, kind: 'ADDED', text: after[j]! });
      j += 1;
    }
  }
  return blocks;
}
