import type { Box } from '@sweepline/map-core';
import { useCallback } from 'react';
import type { Camera } from './canvas/camera.ts';

/** A value for `camera`: the map first shows this part of the floor instead of the whole. Keep the box between renders. */
export function useInitialView(box: Box | undefined) {
  return useCallback(
    (camera: Camera | null) => {
      if (!camera || !box) return;
      // A box can be fitted only when the canvas has its size.
      if (camera.size.width > 0) return camera.show(box);
      const stop = camera.listen(() => {
        if (camera.size.width === 0) return;
        stop();
        camera.show(box);
      });
      return () => void stop();
    },
    [box],
  );
}
