import { useEffect, useState } from 'react';
import { loadLand, type Detail, type Land } from './land.ts';

const noLand: readonly Land[] = [];

/** The outlines of the land; empty until they are loaded. */
export function useLand(detail: Detail): readonly Land[] {
  const [land, setLand] = useState<readonly Land[]>(noLand);
  useEffect(() => {
    let isWanted = true;
    // Without outlines the places are still shown; the next map tries again.
    loadLand(detail).then(
      (parts) => isWanted && setLand(parts),
      () => {},
    );
    return () => void (isWanted = false);
  }, [detail]);
  return land;
}
