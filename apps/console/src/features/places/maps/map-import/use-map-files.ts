import { useState } from 'react';
import { faultOf, slots, sorted, type FileFault, type MapFiles, type Slot } from './import-files.ts';

interface Chosen {
  files: MapFiles;
  faults: Partial<Record<Slot, FileFault>>;
  /** Counts the changes: another file of the same name is another map. */
  turn: number;
}

/** The files of a map import, each checked as it is added. */
export function useMapFiles(onChange: () => void) {
  const [chosen, setChosen] = useState<Chosen>({ files: {}, faults: {}, turn: 0 });
  const { files, faults } = chosen;

  const change = async (next: MapFiles) => {
    const checks = await Promise.all(
      slots.map(async (slot) => [slot, next[slot] && (await faultOf(slot, next[slot]))] as const),
    );
    onChange();
    setChosen(({ turn }) => ({
      files: next,
      faults: Object.fromEntries(checks.filter(([, fault]) => fault !== undefined)),
      turn: turn + 1,
    }));
  };

  const complete = files.picture !== undefined && files.yaml !== undefined;
  return {
    ...chosen,
    complete,
    ready: complete && Object.keys(faults).length === 0,
    drop: async (dropped: File[]) => change(await sorted(files, dropped)),
    put: (slot: Slot, file: File) => change({ ...files, [slot]: file }),
    take: (slot: Slot) => {
      const { [slot]: _gone, ...rest } = files;
      return change(rest);
    },
  };
}
